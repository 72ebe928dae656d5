#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Compares the analyzer with libtracecmd, and with answers that were computed before, on recorded traces.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/golden-lib.sh"

usage() {
	cat <<END
Usage: oracle.sh --bin DIR [FOLDER...]

Counts the stays of every trace.dat below the folders (default: tests/data)
with the analyzer and, by way of libtracecmd, with the program oracle. Where
NAME.tsv lies beside NAME.dat, it has to hold the same figures.

  --bin DIR    where the programs were built
  --help       this text

Examples:
  tests/golden/oracle.sh --bin build/bin
  tests/golden/oracle.sh --bin build/bin ~/recordings

Exit status: 0 all agree, 1 some do not, 77 no folder is there.
END
}

# pick COLUMN...: those columns of the analyzer's CSV, by name, with tabs between.
pick() {
	awk -F, -v OFS='\t' -v want="$*" '
		NR == 1 {
			for (i = 1; i <= NF; i++)
				at[$i] = i
			nr = split(want, name, " ")
			next
		}
		{
			line = $at[name[1]]
			for (i = 2; i <= nr; i++)
				line = line OFS $at[name[i]]
			print line
		}'
}

# of_analyzer TRACE: what the oracle prints, from the analyzer's tables.
of_analyzer() {
	local trace=$1
	analyzer -q -f csv --table cpu-states "$trace" >"$WORK/states.csv"
	analyzer -q -f csv --table cpus "$trace" >"$WORK/cpus.csv"
	pick cpu state entries completed sum_ns min_ns max_ns <"$WORK/states.csv" |
		awk -F'\t' -v OFS='\t' '$3 > 0 { $6 += 0; $7 += 0; print }'
	pick cpu idle_events entries head stray reentered tail lost negative losses <"$WORK/cpus.csv" |
		awk -F'\t' -v OFS='\t' '$2 > 0 {
			print "#A " $1, $2 - $3, $4 + $5, $6, $7, $8, $9, $10
		}'
}

# agrees_with_answer ANSWER COUNTED: the columns that such a file has.
agrees_with_answer() {
	diff <(grep -v -e '^# ' -e '^#T' "$1") <(cut -f1-5 "$2")
}

# check_silent NAME TRACE: nothing was recorded, and the analyzer says so.
check_silent() {
	local status=0
	analyzer -q "$2" >"$WORK/out" 2>"$WORK/err" || status=$?
	[[ $status == 1 && ! -s $WORK/out ]] || return 1
	[[ $(wc -l <"$WORK/err") == 1 ]] && grep -qE 'no idle event was recorded|does not know the event' "$WORK/err"
}

check_trace() {
	local name=$1 trace=$2 answer=$3
	# libtraceevent loses a few bytes over some formats; that is no leak of ours.
	ASAN_OPTIONS=detect_leaks=0 oracle "$trace" >"$WORK/oracle" 2>/dev/null || return 1
	if ! grep -qv '^# ' "$WORK/oracle"; then
		check_silent "$name" "$trace"
		return
	fi
	of_analyzer "$trace" >"$WORK/analyzer" || return 1
	diff <(grep -v '^# ' "$WORK/oracle") "$WORK/analyzer" || return 1
	[[ ! -e $answer ]] || agrees_with_answer "$answer" "$WORK/analyzer"
}

check_folder() {
	local file name
	while read -r file; do
		name=${file%.xz}
		NR=$((NR + 1))
		if check_trace "$name" "$(unpacked "$file")" "${name%.dat}.tsv"; then
			echo "ok $NR - ${name##*/}"
		else
			echo "not ok $NR - ${name##*/}"
			FAILED=1
		fi
	done < <(find "$1" -name '*.dat' -o -name '*.dat.xz' | sort)
}

parse_args() {
	BIN='' FOLDERS=()
	while (($#)); do
		case $1 in
		--bin) BIN=${2:?--bin needs a folder}; shift 2 ;;
		--help | -h) usage; exit 0 ;;
		-*) usage >&2; exit 2 ;;
		*) FOLDERS+=("$1"); shift ;;
		esac
	done
	((${#FOLDERS[@]})) || FOLDERS=("$PN_DATA")
}

main() {
	local folder
	parse_args "$@"
	use_programs "$BIN"
	work_folder
	NR=0 FAILED=0
	for folder in "${FOLDERS[@]}"; do
		[[ ! -d $folder ]] || check_folder "$folder"
	done
	((NR)) || skip "no recorded traces in ${FOLDERS[*]}; name a folder, or set PN_CASES and configure anew"
	exit "$FAILED"
}

main "$@"
