#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Installs what the tests need, builds everything, and runs every test.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/lib/common.sh"
source "$here/lib/deps.sh"
source "$here/lib/build.sh"
source "$here/lib/lab.sh"
source "$here/lib/tap.sh"
source "$here/lib/guest.sh"

readonly SECTIONS=(shellcheck lint unit sanitize bats module lab)

usage() {
	cat <<END
Usage: test.sh [OPTION...]

Installs the packages that are missing, builds with warnings as errors, and
runs the tests. Ends with a line "N passed, N failed, N skipped".

  --only SECTION    run this part; may be repeated; the parts are
                    ${SECTIONS[*]}
  --no-vm           leave out what needs the lab's kernel: module, lab
  --help            this text

Examples:
  sudo scripts/test.sh
  sudo scripts/test.sh --only unit --only bats

Exit status: 0 all passed, 1 something failed, 2 wrong usage.
END
}

parse_args() {
	ONLY=() NO_VM=''
	while (($#)); do
		case $1 in
		--only)
			need_value "$1" $#
			is_section "$2" || usage_error "no section is called '$2'"
			ONLY+=("$2")
			shift 2 ;;
		--no-vm) NO_VM=1; shift ;;
		--help | -h) usage; exit 0 ;;
		*) usage_error "unknown argument '$1'" ;;
		esac
	done
	((${#ONLY[@]})) || ONLY=("${SECTIONS[@]}")
}

# Not by a pattern over all of them: 'unit bats' is none.
is_section() {
	local section
	for section in "${SECTIONS[@]}"; do
		[[ $section != "$1" ]] || return 0
	done
	return 1
}

wanted() {
	[[ " ${ONLY[*]} " == *" $1 "* ]]
}

needs_lab() {
	[[ $1 == module || $1 == lab ]]
}

section_shellcheck() {
	local file
	while read -r file; do
		tap_check "shellcheck $file" shellcheck -x "$file"
	done < <(cd "$PN_TOP" && find scripts tests .ci -name '*.sh' -o -name '*.bats' -o -name '*.bash' -o -path .ci/run | sort)
}

section_unit() {
	ctest --test-dir "$PN_BUILD" -j"$(nproc)" --output-on-failure >"$LOGS/ctest.log" 2>&1 || true
	tap_from_ctest <"$LOGS/ctest.log"
	grep -q 'tests passed' "$LOGS/ctest.log" || echo "not ok 0 - ctest ran"
	grep -q '100% tests passed' "$LOGS/ctest.log" || sed 's/^/# /' "$LOGS/ctest.log"
}

# The quick part of each; tests/README.md has the rest.
section_lint() {
	tap_check "cppcheck finds nothing" "$PN_TOP/tests/lint/run.sh" --tool cppcheck
}

section_sanitize() {
	tap_check "AddressSanitizer and UndefinedBehaviorSanitizer find nothing" \
		"$PN_TOP/tests/sanitize/run.sh" --kind address --quick
}

section_bats() {
	bats --tap "$PN_TOP/tests/scripts"
}

# What the compiler and sparse complain about is a failure, though they leave a module behind.
section_module() {
	local folder module
	folder=$(build_modules "$LAB_KERNEL" clean)
	folder=$(build_modules "$LAB_KERNEL" check)
	for module in latency_test synth_idle; do
		tap_check "$module builds against the lab's kernel" test -e "$folder/$module.ko"
		tap_check "modinfo of $module is complete" modinfo_complete "$folder/$module.ko"
		tap_check "$module has the version of all" test "$(modinfo -F version "$folder/$module.ko")" = "$(project_version)"
	done
	tap_check "DKMS has the version of all" grep -qx "PACKAGE_VERSION=\"$(project_version)\"" "$PN_TOP/module/dkms.conf"
	tap_check "no warning (W=1, sparse)" not_in "$folder/build.log" 'warning:|error:'
}

project_version() {
	sed -nE 's/^project\(.* VERSION ([0-9.]+).*/\1/p' "$PN_TOP/CMakeLists.txt"
}

# modinfo_complete FILE: every field is there, and every parameter has a description.
modinfo_complete() {
	local field
	for field in license author description version parm; do
		[[ -n $(modinfo -F "$field" "$1") ]] || { echo "# no $field"; return 1; }
	done
	! modinfo -F parm "$1" | grep -vE '^[a-z_]+:.+'
}

section_lab() {
	local file
	for file in "$PN_TOP"/tests/vm/*.guest.sh; do
		[[ ! -e $file ]] || guest_test "$file" "$LOGS" "$(basename "$file" .guest.sh)"
	done
	for file in "$PN_TOP"/tests/vm/*.host.sh; do
		[[ ! -e $file ]] || bash "$file" "$LOGS" || echo "not ok 0 - ${file##*/} came to its end"
	done
}

run_section() {
	local name=$1
	say "$name"
	if [[ -n $NO_VM ]] && needs_lab "$name"; then
		tap_skip "$name" "--no-vm" >"$LOGS/$name.tap"
		tap_tally "$name" "$LOGS/$name.tap"
		return
	fi
	"section_$name" >"$LOGS/$name.tap" || echo "not ok 0 - $name came to its end" >>"$LOGS/$name.tap"
	grep -qE '^(ok|not ok) ' "$LOGS/$name.tap" || echo "not ok 0 - $name has tests" >>"$LOGS/$name.tap"
	tap_tally "$name" "$LOGS/$name.tap"
}

prepare() {
	LOGS=$PN_BUILD/test-logs
	mkdir -p "$LOGS"
	deps_install build test record plot
	say "building"
	build_programs tests
	if [[ -z $NO_VM ]] && { wanted module || wanted lab; }; then
		deps_install lab
		lab_prepare "$LOGS"
	fi
}

main() {
	local name
	split_options "$@"
	parse_args "${ARGS[@]}"
	undo_install
	prepare
	for name in "${SECTIONS[@]}"; do
		! wanted "$name" || run_section "$name"
	done
	echo "$PASSED passed, $FAILED failed, $SKIPPED skipped"
	((FAILED == 0))
}

main "$@"
