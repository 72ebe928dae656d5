# SPDX-License-Identifier: GPL-2.0-only
# Builds the programs, and the modules against the lab's kernel.

[[ -n "${PN_BUILD_SH:-}" ]] && return 0
readonly PN_BUILD_SH=1

PN_BUILD=${PN_BUILD:-$PN_TOP/build}
# shellcheck disable=SC2034  # for the scripts that source this file
readonly PN_BUILD PN_BIN=$PN_BUILD/bin

# run_quietly LOG COMMAND...: shows the log's end when the command fails.
run_quietly() {
	local log=$1
	shift
	"$@" >"$log" 2>&1 || {
		tail -n 40 "$log" >&2
		return 1
	}
}

# build_programs KIND: "tools", or "tests" for everything with warnings as errors. Tools leave the settings of a build
# folder that is there already.
build_programs() {
	local options=()
	mkdir -p "$PN_BUILD"
	case $1 in
	tests) options=(-DBUILD_TESTING=ON -DPN_WERROR=ON) ;;
	tools) [[ -e $PN_BUILD/CMakeCache.txt ]] || options=(-DBUILD_TESTING=OFF) ;;
	esac
	run_quietly "$PN_BUILD/configure.log" cmake -S "$PN_TOP" -B "$PN_BUILD" "${options[@]}" ||
		die "$EX_FAIL" "cannot configure the build"
	run_quietly "$PN_BUILD/build.log" cmake --build "$PN_BUILD" -j"$(nproc)" ||
		die "$EX_FAIL" "the programs do not build"
}

# build_modules KERNEL [TARGET]: in a copy of the sources, since different kernels leave different objects. Prints the
# folder with the .ko files.
build_modules() {
	local kernel=$1 target=${2:-all} folder
	folder=$PN_BUILD/module-${kernel##*/}
	mkdir -p "$folder"
	cp -au "$PN_TOP/module/." "$folder/"
	run_quietly "$folder/build.log" make -C "$folder" KDIR="$kernel/linux" "$target" ||
		die "$EX_FAIL" "the modules do not build"
	printf '%s\n' "$folder"
}
