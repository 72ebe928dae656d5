#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Builds the lab's kernel from the distribution's source package, once, and prints the folder that holds it.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=../lib/common.sh
source "$here/../lib/common.sh"
# shellcheck source=../lib/kernel-tree.sh
source "$here/../lib/kernel-tree.sh"

# Each with "diff" or "edit" before it, in the order of the arguments.
CHANGES=()
FRAGMENTS=()
SOURCE=/usr/src/linux-source-6.1.tar.xz

usage() {
	cat <<END
Usage: build-kernel.sh [OPTION...]

Builds the kernel that the lab boots and prints the folder that holds it:
bzImage, config and linux/ (the built tree, for modules). A kernel that was
built before from the same source, configuration, patches and compiler is
not built again. With patches it is built from a copy of the tree without
them, and of linux/ only what building modules takes is kept.

  --patch FILE      apply FILE with "patch -p1"; may be repeated, in order; a
                    FILE that starts with #! is an edit script, and a .cocci
                    file a semantic patch
  --edit FILE       run FILE in the top folder of the source, which it
                    changes; may be repeated, in order with --patch
  --config FILE     add the options in FILE; may be repeated
  --source SOURCE   the kernel's source: an archive, or a tree, which is
                    copied without what was built in it
                    [$SOURCE]
  --print           only print where the kernel is or would be
  --help            this text

The folder is below \$PN_CACHE [\$HOME/.cache/powernightmare].

Examples:
  build-kernel.sh
  build-kernel.sh --patch 0001-cpuidle-teo-Skip-short-sleeps.patch
  build-kernel.sh --source ~/src/linux --edit my-edit.sh

Exit status: 0 done, 1 could not, 2 wrong usage.
END
}

parse_args() {
	PRINT_ONLY=
	while (($#)); do
		case $1 in
		--patch) need_value "$1" $#; add_change "$(kind_of "$2")" "$2"; shift 2 ;;
		--edit) need_value "$1" $#; add_change edit "$2"; shift 2 ;;
		--config) need_value "$1" $#; FRAGMENTS+=("$(realpath -- "$2")"); shift 2 ;;
		--source) need_value "$1" $#; SOURCE=$2; shift 2 ;;
		--print) PRINT_ONLY=1; shift ;;
		--help | -h) usage; exit 0 ;;
		*) usage_error "unknown argument '$1'" ;;
		esac
	done
	local file
	[[ -d $SOURCE || -r $SOURCE ]] || die "$EX_FAIL" "$SOURCE: cannot be read"
	for file in "${CHANGES[@]#* }" "${FRAGMENTS[@]}"; do
		[[ -r $file && -f $file ]] || die "$EX_FAIL" "$file: cannot be read"
	done
}

# kind_of FILE: how it changes the source.
kind_of() {
	local start=''
	case $1 in
	*.cocci) echo semantic; return ;;
	esac
	[[ ! -f $1 ]] || IFS= read -r -N 2 start <"$1" || true
	if [[ $start == '#!' ]]; then echo edit; else echo diff; fi
}

# add_change KIND FILE
add_change() {
	CHANGES+=("$1 $(realpath -- "$2")")
}

# The source is named by its package's version where it has one, since reading it all takes a while.
source_id() {
	local package
	if [[ -d $SOURCE ]]; then
		tree_id "$SOURCE"
		return
	fi
	package=$(dpkg-query -S "$SOURCE" 2>/dev/null | cut -d: -f1) || true
	if [[ -n $package ]]; then
		dpkg-query -W "$package"
	else
		sha256sum <"$SOURCE"
	fi
}

# build_id [CHANGE...]: the hash of everything that the result depends on.
build_id() {
	local file
	{
		echo "layout 2" # of the folder; to be counted up when that changes
		source_id
		gcc --version | head -n 1
		ld --version | head -n 1
		for file in "$here/kernel.config" "${FRAGMENTS[@]}"; do
			sha256sum <"$file"
		done
		for file; do
			changes_id "$file"
		done
	} | sha256sum | cut -c1-16
}

# Reads the options in the order of the arguments, where the later one wins, and says which did not hold.
configure() {
	local tree=$1 line name
	shift
	make -s -C "$tree" tinyconfig >/dev/null
	cat "$@" >>"$tree/.config"
	# Kconfig warns of each option that is set again, which is what is meant here.
	make -s -C "$tree" olddefconfig 2> >(grep -v 'warning: override' >&2)
	while read -r line; do
		name=$(sed -E 's/^(# )?(CONFIG_[A-Z0-9_]+).*/\2/' <<<"$line")
		case $line in
		CONFIG_*=n | '# CONFIG_'*' is not set') ! grep -q "^$name=" "$tree/.config" ;;
		CONFIG_*) grep -qxF -- "$line" "$tree/.config" ;;
		esac || warn "the kernel's configuration did not take: $line"
	done < <(grep -hE '^(# )?CONFIG_' "$@")
}

# Unpacks into LINUX, or copies the tree that was built without the changes, so that only what they touch is rebuilt.
prepare_tree() {
	local work=$1 base=$2
	if ((${#CHANGES[@]})) && [[ -d $base/linux ]]; then
		say "copying the tree that was built without the changes"
		run_waiting cp -a --reflink=auto "$base/linux" "$work/linux"
		return
	fi
	mkdir "$work/linux"
	if [[ -d $SOURCE ]]; then
		say "copying the kernel's source"
		tree_copy "$SOURCE" "$work/linux"
	else
		say "unpacking the kernel's source"
		# Register lists of one graphics driver: a fifth of the source, and never read here.
		run_waiting tar -xf "$SOURCE" -C "$work/linux" --strip-components=1 \
			--exclude='*/drivers/gpu/drm/amd/include/*'
	fi
	configure "$work/linux" "$here/kernel.config" "${FRAGMENTS[@]}"
}

# build_errors LOG: the compiler's or the linker's, the first one first; what make says of them comes after.
build_errors() {
	grep -m 10 -E '(: |^)(fatal )?error: |undefined reference|^Error' "$1" || grep -m 10 -E '\*\*\*' "$1" || tail -n 20 "$1"
}

# watch_build LOG: prints what is being waited for, for ever.
watch_build() {
	local start=$SECONDS tick=0
	while sleep 1; do
		((++tick % 15 == 0)) || continue
		say "building the lab's kernel (once; 5 minutes or so on two cores):" \
			"$(grep -c '^  [A-Z]' "$1" || true) steps, $(elapsed_since "$start")"
	done
}

compile() {
	local tree=$1 log=$2 start=$SECONDS watcher status=0
	export KBUILD_BUILD_USER=powernightmare KBUILD_BUILD_HOST=lab
	# Nor is it counted how often a tree was built: a change that changes no code leaves the same kernel.
	export KBUILD_BUILD_TIMESTAMP='1970-01-01 00:00:00 UTC' KBUILD_BUILD_VERSION=1
	: >"$log"
	watch_build "$log" &
	watcher=$!
	undo_push stop_watching "$watcher"
	run_waiting make -C "$tree" -j"$(nproc)" bzImage modules >"$log" 2>&1 || status=$?
	stop_watching "$watcher"
	if ((status)); then
		build_errors "$log" >&2
		die "$EX_FAIL" "the kernel does not build"
	fi
	say "kernel built in $(elapsed_since "$start")"
}

stop_watching() {
	kill "$1" 2>/dev/null || return 0
	wait "$1" 2>/dev/null || true
}

build() {
	local final=$1 base=$2 work
	# Always the same place, since the tree's own tools note where they were built: in another, a copied tree would
	# be built from the start. The lock is held, so what is in there was left by a killed build.
	work=$(dirname "$final")/.building
	undo_push rm -rf "$work"
	rm -rf "$work"
	mkdir "$work"
	prepare_tree "$work" "$base"
	tree_change "$work/linux" "$work/change.log" "${CHANGES[@]}"
	compile "$work/linux" "$work/build.log"
	cp "$work/linux/arch/x86/boot/bzImage" "$work/linux/.config" "$work/"
	mv "$work/.config" "$work/config"
	((${#CHANGES[@]} == 0)) || tree_reduce "$work/linux"
	mv -T "$work" "$final"
}

main() {
	local root final base lock
	split_options "$@"
	parse_args "${ARGS[@]}"
	root=$(cache_dir)/kernel
	base=$root/$(build_id)
	final=$root/$(build_id "${CHANGES[@]}")
	if [[ -z $PRINT_ONLY && ! -e $final/bzImage ]]; then
		undo_install
		mkdir -p "$root"
		exec {lock}>"$root/.lock"
		flock -n "$lock" || { say "waiting for another build of the kernel"; flock "$lock"; }
		[[ -e $final/bzImage ]] || build "$final" "$base"
		exec {lock}>&-
	fi
	printf '%s\n' "$final"
}

main "$@"
