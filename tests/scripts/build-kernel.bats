#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2030,SC2031,SC2154  # every test runs in a subshell of its own, and means to; bats sets stderr
# build-kernel.sh on a source that is built as the kernel's is, in a second.

bats_require_minimum_version 1.5.0
load helper

setup() {
	export PN_CACHE=$BATS_TEST_TMPDIR/cache COMPILED=$BATS_TEST_TMPDIR/compiled
	tree=$BATS_TEST_TMPDIR/tiny
	archive=$BATS_TEST_TMPDIR/tiny.tar.gz
	mkdir -p "$tree/drivers/cpuidle" "$tree"/{Documentation,arch/arm,arch/x86,tools/perf,tools/objtool}
	printf 'int pick(int us)\n{\n\treturn us > 20;\n}\n' >"$tree/drivers/cpuidle/governor.c"
	printf 'int sum(int a, int b)\n{\n\treturn a + b;\n}\n' >"$tree/drivers/cpuidle/other.c"
	: >"$tree/Kconfig"
	cat >"$tree/Makefile" <<-'END'
		objects = drivers/cpuidle/governor.o drivers/cpuidle/other.o
		tinyconfig: ; @: >.config
		olddefconfig modules: ;
		mrproper: ; @rm -f $(objects)
		%.o: %.c ; @echo $< >>$(COMPILED); $(CC) -c $< -o $@
		bzImage: $(objects) ; mkdir -p arch/x86/boot && cat $(objects) >arch/x86/boot/bzImage
	END
	tar -czf "$archive" -C "$BATS_TEST_TMPDIR" tiny
}

build() {
	"$PN_SCRIPTS/vm/build-kernel.sh" --source "$archive" "$@"
}

# patch_file FROM TO: the path of a patch to the governor.
patch_file() {
	local file=$BATS_TEST_TMPDIR/patch.$RANDOM
	sed "s/$1/$2/" "$tree/drivers/cpuidle/governor.c" >"$BATS_TEST_TMPDIR/governor.c"
	diff -u --label a/drivers/cpuidle/governor.c --label b/drivers/cpuidle/governor.c \
		"$tree/drivers/cpuidle/governor.c" "$BATS_TEST_TMPDIR/governor.c" >"$file" || true
	printf '%s\n' "$file"
}

# script_file LINE: the path of an edit script.
script_file() {
	local file=$BATS_TEST_TMPDIR/edit.$RANDOM
	printf '#!/bin/bash\nset -e\nsource "%s/lib/edit.sh"\n%s\n' "$PN_SCRIPTS" "$1" >"$file"
	printf '%s\n' "$file"
}

@test "a kernel is built once, and one with a patch lies apart" {
	base=$(build)
	[ -e "$base/bzImage" ]
	patched=$(build --patch "$(patch_file 20 30)")
	[ "$patched" != "$base" ]
	run ! cmp -s "$base/bzImage" "$patched/bzImage"
	: >"$COMPILED"
	[ "$(build)" = "$base" ]
	[ "$(build --patch "$(patch_file 20 30)")" = "$patched" ]
	[ ! -s "$COMPILED" ]
}

@test "with a patch only what it touches is compiled again" {
	build
	: >"$COMPILED"
	build --patch "$(patch_file 20 30)"
	[ "$(cat "$COMPILED")" = drivers/cpuidle/governor.c ]
}

@test "of a kernel with a patch no more is kept than modules take" {
	base=$(build)
	patched=$(build --patch "$(patch_file 20 30)")
	[ -d "$base/linux/Documentation" ]
	[ "$(cd "$patched/linux" && echo arch/* tools/* [A-Z]*)" = "arch/x86 tools/objtool Kconfig Makefile" ]
	[ -e "$patched/linux/Makefile" ]
	[ -e "$patched/linux/.config" ]
}

@test "patches and edit scripts are applied in their order, and the order counts" {
	first=$(patch_file 20 30)
	second=$(script_file "edit drivers/cpuidle/governor.c 1 's/30/40/'")
	both=$(build --patch "$first" --patch "$second")
	[ "$(build --edit "$(script_file "edit drivers/cpuidle/governor.c 1 's/20/40/'")")" != "$both" ]
	cmp "$both/bzImage" "$(build --patch "$(patch_file 20 40)")/bzImage"
	run -1 build --patch "$second" --patch "$first"
}

@test "a patch that does not apply: 1, with the hunk that failed, and nothing is kept" {
	build
	file=$(patch_file 20 30)
	sed -i 's/us > 20/us > 99/' "$file"
	run -1 --separate-stderr build --patch "$file"
	[[ $stderr == *"Hunk #1 FAILED"* ]]
	[[ ${stderr_lines[-1]} == "build-kernel.sh: $file: does not apply to this kernel" ]]
	[ "$(find "$PN_CACHE/kernel" -mindepth 1 -maxdepth 1 -type d | wc -l)" -eq 1 ]
}

@test "an edit script that matches nothing is an error" {
	build
	run -1 --separate-stderr build --patch "$(script_file "edit drivers/cpuidle/governor.c 1 's/nothing/30/'")"
	[[ $stderr == *"error: drivers/cpuidle/governor.c: 0 lines matched, not 1"* ]]
}

@test "a patch that does not build: 1, the compiler's first error before all others" {
	build
	run -1 --separate-stderr build --patch "$(patch_file 20 'twenty; return ten')"
	first=$(grep -m 1 error <<<"$stderr")
	[[ $first == *"governor.c:3:"*" error: 'twenty' undeclared"* || $first == *"governor.c:3:"*"twenty"* ]]
	[[ ${stderr_lines[-1]} == "build-kernel.sh: the kernel does not build" ]]
	[ "$(find "$PN_CACHE/kernel" -mindepth 1 -maxdepth 1 -type d | wc -l)" -eq 1 ]
}

@test "a semantic patch" {
	command -v spatch || skip "no spatch; apt-get install coccinelle"
	build
	printf '@@ expression us; @@\n- us > 20\n+ us > 30\n' >"$BATS_TEST_TMPDIR/deeper.cocci"
	cmp "$(build --patch "$BATS_TEST_TMPDIR/deeper.cocci")/bzImage" "$(build --patch "$(patch_file 20 30)")/bzImage"
	printf '@@ expression us; @@\n- us > 21\n+ us > 30\n' >"$BATS_TEST_TMPDIR/nothing.cocci"
	run -1 --separate-stderr build --patch "$BATS_TEST_TMPDIR/nothing.cocci"
	[[ $stderr == *"it matches nothing"* ]]
}

@test "a tree of one's own: what is not committed counts, and nothing is left in it" {
	git -C "$tree" init -q
	git -C "$tree" add .
	git -C "$tree" -c user.name=x -c user.email=x@example.org commit -qm 'all'
	archive=$tree
	base=$(build)
	[ -e "$base/bzImage" ]
	[ "$(build)" = "$base" ]
	sed -i 's/20/30/' "$tree/drivers/cpuidle/governor.c"
	before=$(cd "$tree" && find . -type f -print0 | sort -z | xargs -0 sha256sum)
	changed=$(build)
	[ "$changed" != "$base" ]
	run ! cmp -s "$base/bzImage" "$changed/bzImage"
	[ "$(cd "$tree" && find . -type f -print0 | sort -z | xargs -0 sha256sum)" = "$before" ]
}

@test "a tree without git: what was built in it is not taken along" {
	archive=$tree
	echo old >"$tree/drivers/cpuidle/governor.o"
	base=$(build)
	run ! grep -q old "$base/bzImage"
	[ "$(cat "$tree/drivers/cpuidle/governor.o")" = old ]
}

@test "a folder that is no kernel's source: 1" {
	archive=$BATS_TEST_TMPDIR/empty
	mkdir "$archive"
	run -1 --separate-stderr build
	[[ $stderr == *"is not a kernel's source"* ]]
}
