# SPDX-License-Identifier: GPL-2.0-only
# From recordings to reports, and the table that sets the governors side by side.

[[ -n "${PN_REPORT_SH:-}" ]] && return 0
readonly PN_REPORT_SH=1

# How many repeats have a recording and no report.
LEFT_OUT=0

# Options of the analyzer that each report is made with besides.
REPORT_OPTIONS=()

# report_all RESULT: a report beside each recording. One that cannot be read costs no other.
report_all() {
	local trace dir words
	for trace in "$1"/*/*/*/trace.dat; do
		[[ -e $trace ]] || continue
		dir=${trace%/*}
		if ! words=$(report_one "$dir" 2>&1); then
			note "${dir#"$1"/} is left out: ${words##*"$trace: "}"
			LEFT_OUT=$((LEFT_OUT + 1))
		fi
		[[ -z $words ]] || printf '%s\n' "$words" >&2
	done
}

# report_one FOLDER
report_one() {
	"$PN_BIN/analyzer" report "${REPORT_OPTIONS[@]}" -o "$1/report.txt" "$1/trace.dat" && report_json "$1"
}

# report_json FOLDER: with what pictures need: a twentieth of the workload's time as a step, and many powernightmares. A
# sweep is reported step by step as well, there by the lengths of the stays: the kernel's verdicts speak of stays that an
# edge between two steps cuts, too.
report_json() {
	local dir=$1 workload phases
	workload=${dir%/*}
	workload=${workload##*/}
	"$PN_BIN/analyzer" report -f json "${REPORT_OPTIONS[@]}" --bin "$((50 * ${SUITE_SECONDS[$workload]:-20}))ms" --worst 1000 \
		-o "$dir/report.json" "$dir/trace.dat" || return
	phases=$(jq '.phases | length' "$dir/workload.json" 2>/dev/null) || phases=0
	((phases < 2)) || "$PN_BIN/analyzer" report -f json "${REPORT_OPTIONS[@]}" --phases --verdicts length \
		-o "$dir/phases.json" "$dir/trace.dat"
}

# sum_states REPORT...: the repeats of one governor and workload as one: "state name entries %time %deep %shallow pn",
# with - for what is not known.
sum_states() {
	jq -r -s '
		def pct(part; whole): if part == null or whole == 0 then "-" else 100 * part / whole | tostring end;
		def known(field): if all(.[]; field != null) then map(field) | add else null end;
		(.[0].machine.tables[0].states // []) as $table
		| [.[].sections[0].totals] as $runs
		| ($runs | map(.span_ns - .unknown_ns) | add) as $time
		| [$runs[].states[]] | group_by(.state)[]
		| (map(.completed) | add) as $stays
		| [.[0].state, ($table[.[0].state].name // "-"), (map(.entries) | add), pct(map(.idle_ns) | add; $time),
			pct(known(.above); $stays), pct(known(.below); $stays), (map(.pn) | add)]
		| join("\t")' "$@"
}

# sum_score WORKLOAD-JSON...: "name value words" of the workload's own result, the median over the repeats, as it is compared.
sum_score() {
	jq -r -s 'map(.score | select(. != null and .value != null))
		| select(length > 0)
		| (map(.value) | sort | (.[(length - 1) / 2 | floor] + .[length / 2 | floor]) / 2) as $median
		| [.[0].name, $median, "\(.[0].unit), \(.[0].direction) is better"]
		| join("\t")' "$@"
}

# side_by_side WORKLOAD LEFT RIGHT: the files states.N and score.N in the working folder, RIGHT may be empty.
side_by_side() {
	awk -F '\t' -v workload="$1" -v left="$2" -v right="$3" '
	function number(text, format) { return text == "-" || text == "" ? "-" : sprintf(format, text) }
	function head(name) { return sprintf(" | %-28.28s", name) }
	function columns() { return " | entries  time%  deep%  shal% PN" }
	function figures(side, state,    f) {
		if (!((side, state) in row))
			return sprintf(" | %32s", "")
		split(row[side, state], f, "\t")
		return sprintf(" | %7d %6s %6s %6s %2d", f[3], number(f[4], "%.1f"), number(f[5], "%.1f"),
			number(f[6], "%.1f"), f[7])
	}
	FILENAME ~ /states/ {
		row[FILENAME, $1] = $0
		if (!($1 in name)) { name[$1] = $2; if ($1 + 0 > last) last = $1 + 0 }
	}
	FILENAME ~ /score/ { title = $1; words = $3; score[FILENAME] = $2 }
	END {
		sides = right == "" ? 1 : 2
		printf "%-11.11s%s%s\n", workload, head(left), sides == 2 ? "   " head(right) : ""
		printf "%-11s%s%s\n", "state", columns(), sides == 2 ? columns() : ""
		for (state = 0; state <= last; state++) {
			if (state in name)
				printf "%-11.11s%s%s\n", state " " name[state], figures("states.0", state),
					sides == 2 ? figures("states.1", state) : ""
		}
		if (title != "" && sides == 1)
			printf "%s: %s %s\n", title, number(score["score.0"], "%.3f"), words
		if (title != "" && sides == 2)
			printf "%s: %s %s, %s %s (%s)\n", title, left, number(score["score.0"], "%.3f"),
				right, number(score["score.1"], "%.3f"), words
	}' states.0 score.0 states.1 score.1
}

# compare_governors RESULT: prints the table, and leaves it in the results as states.txt. Governors stand in pairs, the
# first with each other one.
compare_governors() {
	local result=$1 work workload i governors=()
	mapfile -t governors < <(jq -r '.governors[]' "$result/manifest.json")
	temp_dir work
	for workload in "${WORKLOADS[@]}"; do
		compare_side "$result/${governors[0]}/$workload" "$work" 0
		for ((i = 1; i == 1 || i < ${#governors[@]}; i++)); do
			compare_side "$result/${governors[i]:-none}/$workload" "$work" 1
			(cd "$work" && side_by_side "$workload" "${governors[0]}" "${governors[i]:-}")
			echo
		done
	done | tee "$result/states.txt"
}

# with_key KEY FILE...: fills WITH_KEY with the files that are JSON and have it.
with_key() {
	local key=$1 file
	shift
	WITH_KEY=()
	for file; do
		! jq -e "$key" "$file" >/dev/null 2>&1 || WITH_KEY+=("$file")
	done
}

# compare_side FOLDER WORK N: sums the repeats below FOLDER into WORK/states.N and WORK/score.N.
compare_side() {
	: >"$2/states.$3"
	: >"$2/score.$3"
	with_key '.sections[0].totals.states' "$1"/*/report.json
	((${#WITH_KEY[@]} == 0)) || sum_states "${WITH_KEY[@]}" >"$2/states.$3"
	with_key .score "$1"/*/workload.json
	((${#WITH_KEY[@]} == 0)) || sum_score "${WITH_KEY[@]}" >"$2/score.$3"
}
