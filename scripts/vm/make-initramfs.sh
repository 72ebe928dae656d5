#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Packs the lab guest's root file system: busybox, bash, trace-cmd, the project's programs, scripts and modules.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=../lib/common.sh
source "$here/../lib/common.sh"

usage() {
	cat <<END
Usage: make-initramfs.sh [OPTION...] OUTPUT

Packs the root file system that the lab boots into OUTPUT.

  --bin DIR         the project's programs [build/bin]
  --modules DIR     the modules, built for the lab's kernel
  --add FILE        a further program; may be repeated
  --help            this text

In the guest the project's folder is /pn, with scripts/, tests/vm/ and
build/bin/ as here; modules are in /lib/modules.

Example:
  make-initramfs.sh --modules build/lab-module initramfs.gz

Exit status: 0 done, 1 could not, 2 wrong usage.
END
}

parse_args() {
	BIN=$PN_TOP/build/bin MODULES='' ADD=() OUTPUT=''
	while (($#)); do
		case $1 in
		--bin) need_value "$1" $#; BIN=$2; shift 2 ;;
		--modules) need_value "$1" $#; MODULES=$2; shift 2 ;;
		--add) need_value "$1" $#; ADD+=("$2"); shift 2 ;;
		--help | -h) usage; exit 0 ;;
		-*) usage_error "unknown option '$1'" ;;
		*) [[ -z $OUTPUT ]] || usage_error "one OUTPUT, not two"; OUTPUT=$1; shift ;;
		esac
	done
	[[ -n $OUTPUT ]] || usage_error "OUTPUT is missing"
}

# install_file ROOT FILE TARGET: follows symbolic links; TARGET is the path inside ROOT.
install_file() {
	install -D -m 755 "$2" "$1/$3"
}

# Copies the shared libraries of FILE, and the loader, to the paths where the loader looks for them.
install_libraries() {
	local root=$1 file=$2 library
	while read -r library; do
		[[ -e $root/$library ]] || install_file "$root" "$library" "$library"
	done < <(ldd "$file" 2>/dev/null | grep -oE '/[^ ]+' | sort -u)
}

# install_program ROOT NAME-OR-FILE TARGET
install_program() {
	local file
	file=$(command -v "$2") || die "$EX_FAIL" "$2: no such program"
	install_file "$1" "$file" "$3"
	install_libraries "$1" "$file"
}

fill_root() {
	local root=$1 file
	mkdir -p "$root"/{bin,lib/modules,pn/build/bin,usr/bin}
	install_program "$root" busybox bin/busybox
	install_program "$root" bash bin/bash
	install_program "$root" trace-cmd usr/bin/trace-cmd
	for file in "${ADD[@]}"; do
		install_program "$root" "$file" "usr/bin/${file##*/}"
	done
	for file in "$BIN"/*; do
		[[ -f $file && -x $file ]] || continue
		install_program "$root" "$file" "pn/build/bin/${file##*/}"
	done
	cp -a "$here/.." "$root/pn/scripts"
	mkdir "$root/pn/tests"
	[[ ! -d $PN_TOP/tests/vm ]] || cp -a "$PN_TOP/tests/vm" "$root/pn/tests/"
	[[ -z $MODULES ]] || cp "$MODULES"/*.ko "$root/lib/modules/"
	install_file "$root" "$here/guest-init.sh" init
}

main() {
	local root
	split_options "$@"
	parse_args "${ARGS[@]}"
	undo_install
	temp_dir root
	fill_root "$root"
	(cd "$root" && find . -print0 | LC_ALL=C sort -z | cpio -o0 -H newc -R 0:0 --quiet) | gzip -1 >"$OUTPUT.part"
	mv "$OUTPUT.part" "$OUTPUT"
}

main "$@"
