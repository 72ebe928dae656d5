#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Every command has a man page, and the page has every option and exit status that the command's help has.
# shellcheck disable=SC2317  # most functions are called by way of check

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/golden-lib.sh"

# In this order, as man-pages(7) has them; others may stand between.
readonly SECTIONS=(NAME SYNOPSIS DESCRIPTION OPTIONS 'EXIT STATUS' EXAMPLES 'SEE ALSO')

usage() {
	cat <<END
Usage: manuals.sh --bin DIR

Compares the man page of each of the analyzer's commands with its --help, and
has groff look for mistakes in it.

  --bin DIR    where the programs were built
  --help       this text

Examples:
  tests/golden/manuals.sh --bin build/bin

Exit status: 0 the pages are complete, 1 some are not.
END
}

commands() {
	analyzer --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'
}

# section PAGE NAME
section() {
	awk -v name="$2" '/^\.SH / { inside = $0 == ".SH " name; next } inside' "$1"
}

# sections_in_order PAGE
sections_in_order() {
	local found
	found=$(sed -n 's/^\.SH //p' "$1" | grep -xF -f <(printf '%s\n' "${SECTIONS[@]}")) || true
	diff <(printf '%s\n' "${SECTIONS[@]}") <(printf '%s\n' "$found")
}

# options_of HELP: "-c --cpus" and so on, from the lines of the option table.
options_of() {
	sed -nE 's/^ {2,6}(-[^ ].*)/\1/p' "$1" | sed -E 's/ {2,}.*//' | grep -oE -e '--?[A-Za-z][a-z-]*' | sort -u
}

# has_options PAGE HELP: in the section OPTIONS.
has_options() {
	local option missing=0
	section "$1" OPTIONS >"$WORK/options"
	[[ -n $(options_of "$2") ]] || return 1
	while read -r option; do
		grep -qE -e "${option//-/\\\\-}([^a-z\\\\]|\\\\f|\$)" "$WORK/options" || { echo "# no $option"; missing=1; }
	done < <(options_of "$2")
	return "$missing"
}

# has_statuses PAGE HELP: each number that the help explains.
has_statuses() {
	local status missing=0
	section "$1" 'EXIT STATUS' >"$WORK/statuses"
	sed -n '/^Exit status:/,$p' "$2" | grep -oE '(^|[ :;])[0-9] ' | tr -dc '0-9\n' >"$WORK/wanted"
	[[ -s $WORK/wanted ]] || return 1
	while read -r status; do
		grep -qE "(^|[ ;])$status( |\$)" "$WORK/statuses" || { echo "# no status $status"; missing=1; }
	done <"$WORK/wanted"
	return "$missing"
}

# has_examples PAGE: of the analyzer itself.
has_examples() {
	section "$1" EXAMPLES | grep -qE '(^|[ |])analyzer '
}

# no_mistakes PAGE
no_mistakes() {
	command -v groff >/dev/null || { echo "# groff is missing: apt-get install groff-base"; return 0; }
	groff -man -Tutf8 -ww -z "$1" >"$WORK/groff" 2>&1
	[[ ! -s $WORK/groff ]] || { sed 's/^/# /' "$WORK/groff"; return 1; }
}

check_command() {
	local command=$1 page=$PN_TOP/analyzer/analyzer-$1.1
	golden_check "$command has a page" test -s "$page"
	[[ -s $page ]] || return 0
	analyzer "$command" --help >"$WORK/help"
	golden_check "$command: sections" sections_in_order "$page"
	golden_check "$command: options" has_options "$page" "$WORK/help"
	golden_check "$command: exit statuses" has_statuses "$page" "$WORK/help"
	golden_check "$command: examples" has_examples "$page"
	golden_check "$command: groff" no_mistakes "$page"
	golden_check "$command: named in analyzer(1)" grep -qF "analyzer\\-$command (1)" "$PN_TOP/analyzer/analyzer.1"
}

main() {
	local command
	programs_by_options "$@"
	work_folder
	NR=0 FAILED=0
	commands >"$WORK/commands"
	[[ $(wc -l <"$WORK/commands") -ge 7 ]] || die "analyzer --help lists no commands"
	while read -r command; do
		check_command "$command"
	done <"$WORK/commands"
	golden_check "analyzer: groff" no_mistakes "$PN_TOP/analyzer/analyzer.1"
	exit "$FAILED"
}

main "$@"
