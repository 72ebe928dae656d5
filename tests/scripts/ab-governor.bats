#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2016,SC2030,SC2031,SC2154  # every test runs in a subshell of its own, and means to; bats sets stderr
# ab-governor.sh with a lab that only writes traces: those of a kernel by what was done to it. The analyzer is the real one.

bats_require_minimum_version 1.5.0
load helper

setup() {
	top=$BATS_TEST_TMPDIR/top
	out=$BATS_TEST_TMPDIR/out
	export BOOTS=$BATS_TEST_TMPDIR/boots STATES=$PN_TOP_DIR/tests/golden/inputs/mail.states.json
	mkdir -p "$top/build/bin"
	cp -a "$PN_SCRIPTS" "$top/scripts"
	ln -s "${PN_BUILD:-$PN_TOP_DIR/build}/bin/analyzer" "$top/build/bin/analyzer"
	export PN_BUILD=$top/build
	command_file dpkg-query <<<'echo "ii "'
	command_file cmake <<<':'
	command_file make <<<':'
	command_file gnuplot <<<'exit 1'
	echo 'pingpong 1 pingpong' >"$BATS_TEST_TMPDIR/conf"
	: >"$BOOTS"
	lab_command build-kernel.sh <<-'END'
		kernel=kernel
		while (($#)); do
			[[ $2 != *no-build* ]] || { echo "gov.c:3: error: no" >&2; exit 1; }
			[[ $1 != --patch ]] || kernel+=-$(basename "$2")
			[[ $1 != --source ]] || kernel+=-$(cat "$2/gov.c" 2>/dev/null || echo "$2")
			shift 2
		done
		echo "$BATS_TEST_TMPDIR/$kernel"
	END
	lab_command make-initramfs.sh <<<': >"${!#}"'
	lab_command run-vm.sh <<-'END'
		kernel=$2 job=${*: -2:1} result=${!#}
		echo "${kernel##*/}" >>"$BOOTS"
		number=$(wc -l <"$BOOTS")
		grep -q -- '--governor teo' "$job" || exit 77
		folder=$result/teo/pingpong/01
		mkdir -p "$folder"
		echo hello >"$result/.console"
		: >"$result/.dmesg"
		[[ $kernel != *no-boot* ]] || exit 1
		[[ $kernel != *warns* ]] || echo 'WARNING: CPU: 0 at teo_select' >"$result/.dmesg"
		cp "$STATES" "$result/states.json"
		cp "$STATES" "$folder/states.json"
		echo '{"schema": "powernightmare.manifest/1", "notes": [], "governors": ["teo"], "kernel": "Linux 1"}' \
			>"$result/manifest.json"
		# 300 stays in state 3, of which a twentieth, or nearly all, are too short for it.
		short=15
		[[ $kernel != *deep* ]] || short=280
		[[ $kernel != *better* ]] || short=2
		awk -v short="$short" -v n="$number" 'BEGIN {
			t = 10
			for (i = 0; i < 300; i++) {
				printf "<idle>-0 [000] d..1 %.6f: cpu_idle: state=3 cpu_id=0\n", t
				t += i < short + n % 3 ? 0.0001 : 0.009 + n % 3 / 1000
				printf "<idle>-0 [000] d..1 %.6f: cpu_idle: state=4294967295 cpu_id=0\n", t
				t += 0.001
			} }' >"$folder/trace.dat"
	END
}

# lab_command NAME: in place of that of the lab, with the text on stdin.
lab_command() {
	{ echo '#!/bin/bash'; cat; } >"$top/scripts/vm/$1"
	chmod +x "$top/scripts/vm/$1"
}

# change NAME: a patch, which does what its name says.
change() {
	echo "$1" >"$BATS_TEST_TMPDIR/$1"
	printf '%s\n' "$BATS_TEST_TMPDIR/$1"
}

ab() {
	"$top/scripts/ab-governor.sh" --config "$BATS_TEST_TMPDIR/conf" --repeat 3 --output "$out" "$@"
}

@test "both kernels boot in turns, which turn around" {
	ab --patch "$(change harmless)"
	[ "$(tr '\n' ' ' <"$BOOTS")" = "kernel kernel-harmless kernel-harmless kernel kernel kernel-harmless " ]
}

@test "something is worse: 3, named on the last lines with both figures" {
	run -3 --separate-stderr ab --patch "$(change deep)"
	[[ ${lines[-1]} == "Verdict: worse ("* ]]
	[[ $output == *"Worse:"*"pingpong "*"all-above %"* ]]
	[ "$(sed -n '/^Worse/,$p' <<<"$output")" = "$(sed -n '/^Worse/,$p' "$out/verdict.txt")" ]
}

@test "nothing is worse: 0, whether it is better or the same" {
	run -0 --separate-stderr ab --patch "$(change harmless)"
	[[ ${lines[-1]} == "Verdict: same (0 worse, 0 better, 0 changed, "* ]]
	rm -r "$out"
	run -0 --separate-stderr ab --patch "$(change better)"
	[[ ${lines[-1]} == "Verdict: better (0 worse, "* ]]
}

@test "the results read as those of a suite, with the kernels in place of governors" {
	rm "$BATS_TEST_TMPDIR/bin/gnuplot"
	run -3 ab --patch "$(change deep)" --label old --label new
	jq -e '.governors == ["old", "new"] and .governor == "teo" and .patches == ["deep"]' "$out/manifest.json"
	[ "$(cd "$out" && echo {old,new}/pingpong/*)" = \
		"old/pingpong/01 old/pingpong/02 old/pingpong/03 new/pingpong/01 new/pingpong/02 new/pingpong/03" ]
	grep -q 'Verdicts:' "$out/compare.txt"
	grep -q new "$out/report.html"
}

@test "patches for both come before the others" {
	ab --base "$(change first)" --patch "$(change harmless)"
	[ "$(sort -u "$BOOTS" | tr '\n' ' ')" = "kernel-first kernel-first-harmless " ]
}

@test "two sources in place of a patch" {
	ab --source new --base-source old
	[ "$(sort -u "$BOOTS" | tr '\n' ' ')" = "kernel-new kernel-old " ]
}

@test "a patch that does not build: 1, with what the compiler says, and no boot" {
	run -1 --separate-stderr ab --patch "$(change no-build)"
	[[ $stderr == *"gov.c:3: error: no"* ]]
	[ ! -s "$BOOTS" ]
}

@test "a kernel that does not come to its end: 1, and where its console is" {
	run -1 --separate-stderr ab --patch "$(change no-boot)"
	[[ ${stderr_lines[-1]} == *"the kernel 'patched' did not come to the end of its turn; see $out/patched/boots/01.console" ]]
	[ "$(cat "$out/patched/boots/01.console")" = hello ]
}

@test "a governor that is not there: 77" {
	run -77 ab --patch "$(change harmless)" --governor other
}

@test "what the kernel complains of is in the manifest" {
	ab --patch "$(change warns)"
	jq -e '.notes == ["the kernel '"'patched'"' complained: WARNING: CPU: 0 at teo_select"]' "$out/manifest.json"
}

@test "for git bisect run: 1 worse, 0 not, 125 cannot be told, 128 wrong usage" {
	gate() { rm -rf "$out"; ab --bisect-gate all-above=10 "$@"; }
	run -1 gate --patch "$(change deep)"
	run -0 gate --patch "$(change harmless)"
	run -0 gate --patch "$(change better)"
	run -125 gate --patch="$(change no-build)"
	run -125 gate --patch "$(change no-boot)"
	run -125 gate --patch "$(change deep)" --repeat 2
	run -125 gate --patch "$(change harmless)" --bisect-gate no-such-metric=1
	run -128 gate --patch "$(change deep)" --repeat x
	run -128 gate --patch "$(change deep)" --bisect-gate all-above
}

@test "a gate leaves alone what stays within it" {
	run -0 ab --bisect-gate all-above=5000 --patch "$(change deep)"
	rm -r "$out"
	run -1 ab --bisect-gate all-above=100 --patch "$(change deep)"
}

@test "git bisect run comes to the commit, past one that does not boot" {
	tree=$BATS_TEST_TMPDIR/tree
	git init -q "$tree"
	cd "$tree"
	for text in one two no-boot three deep-one deep-two; do
		echo "$text" >gov.c
		git add gov.c
		git -c user.name=x -c user.email=x@example.org commit -qm "$text"
	done
	git bisect start HEAD HEAD~5
	# shellcheck disable=SC2016  # expanded for each commit
	run -0 git bisect run sh -c '"$0" --config "$1" --repeat 3 --base-source one --source . --bisect-gate all-above=10 \
		--output "../$(git rev-parse HEAD)"' "$top/scripts/ab-governor.sh" "$BATS_TEST_TMPDIR/conf"
	grep -q "first bad commit: .* deep-one" <(git bisect log)
}

@test "wrong usage: 2" {
	run -2 ab
	run -2 ab --patch "$(change harmless)" --repeat 0
	run -2 ab --patch "$(change harmless)" --label one
	run -2 ab --patch "$(change harmless)" --label one --label one
	run -2 ab --patch "$(change harmless)" --workload nothing
	run -2 ab --patch
	run -1 ab --patch "$BATS_TEST_TMPDIR/missing"
}

@test "--help: under 80 columns" {
	"$PN_SCRIPTS/ab-governor.sh" --help >"$BATS_TEST_TMPDIR/help"
	run ! grep -nE '.{80}' "$BATS_TEST_TMPDIR/help"
}
