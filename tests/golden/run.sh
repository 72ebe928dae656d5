#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Runs the real programs and compares all that they print with what is kept.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/golden-lib.sh"

usage() {
	cat <<END
Usage: run.sh --bin DIR [--update] [CASE...]

Runs tests/golden/cases/CASE.cmd (default: all) with bash in an empty folder,
where \$PN_DATA is tests/data and \$PN_INPUT is tests/golden/inputs, and
compares with the files beside it:

  CASE.stdout.exact  what has to come on stdout, to the byte
  CASE.stdout.glob   the same, line by line, with * and ?; a line "..." stands
                     for any number of lines
  CASE.stderr.exact, CASE.stderr.glob
  CASE.exit          the exit status, 0 where there is no such file

Without a file for it, nothing may be printed. A command that ends with 77
skips its case.

  --bin DIR    where the programs were built
  --update     write what comes to the exact files (and to new glob files)
  --help       this text

Examples:
  tests/golden/run.sh --bin build/bin
  tests/golden/run.sh --bin build/bin --update juno-csv
  git diff tests/golden

Exit status: 0 all as kept, 1 something differs, 77 all were skipped.
END
}

# matches PATTERNS TEXT: line by line; "..." is any number of lines.
matches() {
	local -a patterns lines
	mapfile -t patterns <"$1"
	mapfile -t lines <"$2"
	matches_from 0 0
}

# matches_from P L: the rest of both arrays of the caller.
matches_from() {
	local p=$1 l=$2
	while ((p < ${#patterns[@]})); do
		if [[ ${patterns[p]} == ... ]]; then
			for (( ; l <= ${#lines[@]}; l++)); do
				if matches_from $((p + 1)) "$l"; then
					return 0
				fi
			done
			return 1
		fi
		# shellcheck disable=SC2053  # a pattern is meant
		((l < ${#lines[@]})) && [[ ${lines[l]} == ${patterns[p]} ]] || return 1
		p=$((p + 1)) l=$((l + 1))
	done
	((l == ${#lines[@]}))
}

# compare CASE STREAM: says what differs.
compare() {
	local kept=$CASES/$1.$2 came=$WORK/$2
	if [[ -e $kept.glob ]]; then
		matches "$kept.glob" "$came" && return
		diff -u --label "kept (pattern)" --label came "$kept.glob" "$came"
	elif [[ -e $kept.exact ]]; then
		diff -u --label kept --label came "$kept.exact" "$came"
	else
		diff -u --label "kept (nothing)" --label came /dev/null "$came"
	fi
}

# keep CASE STREAM: what came is right from now on; globs are written by hand.
keep() {
	local kept=$CASES/$1.$2
	if [[ -e $kept.glob ]]; then
		matches "$kept.glob" "$WORK/$2" || echo "# $kept.glob does not match: write it by hand"
	elif [[ -s $WORK/$2 ]]; then
		cp "$WORK/$2" "$kept.exact"
	else
		rm -f "$kept.exact"
	fi
}

keep_status() {
	if [[ $2 == 0 ]]; then
		rm -f "$CASES/$1.exit"
	else
		echo "$2" >"$CASES/$1.exit"
	fi
}

# run_command CASE: sets STATUS; what came is in $WORK.
run_command() {
	rm -rf "$WORK/folder"
	mkdir "$WORK/folder"
	STATUS=0
	(cd "$WORK/folder" && bash -euo pipefail "$CASES/$1.cmd") \
		>"$WORK/stdout" 2>"$WORK/stderr" </dev/null || STATUS=$?
}

check_case() {
	local name=$1 want=0 bad=''
	[[ ! -e $CASES/$name.exit ]] || want=$(<"$CASES/$name.exit")
	compare "$name" stdout >"$WORK/diff.stdout" || bad=1
	compare "$name" stderr >"$WORK/diff.stderr" || bad=1
	if [[ $STATUS != "$want" ]]; then
		echo "# exit status $STATUS, not $want"
		bad=1
	fi
	[[ -n $bad ]] || return 0
	sed 's/^/# /' "$WORK/diff.stdout" "$WORK/diff.stderr"
	return 1
}

run_case() {
	local name=$1
	[[ -e $CASES/$name.cmd ]] || die "no case '$name' in $CASES"
	run_command "$name"
	if [[ $STATUS == 77 ]]; then
		echo "ok - $name # skip $(head -1 "$WORK/stdout")"
		SKIPPED=$((SKIPPED + 1))
	elif [[ -n $UPDATE ]]; then
		keep "$name" stdout
		keep "$name" stderr
		keep_status "$name" "$STATUS"
		echo "ok - $name # kept"
	elif check_case "$name"; then
		echo "ok - $name"
	else
		echo "not ok - $name"
		FAILED=$((FAILED + 1))
	fi
}

parse_args() {
	BIN='' UPDATE='' NAMES=()
	while (($#)); do
		case $1 in
		--bin) BIN=${2:?--bin needs a folder}; shift 2 ;;
		--update) UPDATE=1; shift ;;
		--help | -h) usage; exit 0 ;;
		-*) usage >&2; exit 2 ;;
		*) NAMES+=("$1"); shift ;;
		esac
	done
}

main() {
	local name
	parse_args "$@"
	use_programs "$BIN"
	work_folder
	readonly CASES=$GOLDEN_DIR/cases
	export PN_INPUT=$GOLDEN_DIR/inputs
	if ((!${#NAMES[@]})); then
		mapfile -t NAMES < <(find "$CASES" -name '*.cmd' -printf '%f\n' | sed 's/\.cmd$//' | sort)
	fi
	((${#NAMES[@]})) || die "no cases in $CASES"
	FAILED=0 SKIPPED=0
	for name in "${NAMES[@]}"; do
		run_case "$name"
	done
	((!FAILED)) || exit 1
	((SKIPPED < ${#NAMES[@]})) || exit 77
}

main "$@"
