# SPDX-License-Identifier: GPL-2.0-only
# Whether a run is to be trusted: recordings against the kernel's counters, and what recording itself did to the
# workloads.

[[ -n "${PN_CHECKS_SH:-}" ]] && return 0
readonly PN_CHECKS_SH=1

# misses TRACE: the kernel's verdicts as reconcile.awk reads them.
misses() {
	trace-cmd report -t -F cpu_idle_miss "$1" 2>/dev/null | awk '
		/: cpu_idle_miss:/ {
			match($0, / [0-9]+\.[0-9]+: cpu_idle_miss/)
			split(substr($0, RSTART + 1), at, /[.:]/)
			match($0, /cpu_id=[0-9]+/); cpu = substr($0, RSTART + 7, RLENGTH - 7)
			match($0, / state=[0-9]+/); state = substr($0, RSTART + 7, RLENGTH - 7)
			printf "miss\t%d\t%d\t%.0f\t%s\n", cpu, state, at[1] * 1e9 + at[2], /type=below/ ? "below" : "above"
		}'
}

# reconcile_rows FOLDER: see reconcile.awk.
reconcile_rows() {
	local folder=$1
	{
		misses "$folder/trace.dat"
		"$PN_BIN/analyzer" dump -q "$folder/trace.dat"
	} | awk -F '\t' -f "$PN_TOP/scripts/lib/reconcile.awk" - "$folder/counters.csv" | sort -t $'\t' -k1,1n -k2,2n -k3,3
}

# reconcile_one FOLDER: leaves reconcile.json there. "agrees" is null where nothing could be compared.
reconcile_one() {
	local folder=$1
	reconcile_rows "$folder" | jq -R -s '
		def number: if . == "-" then null else tonumber end;
		[split("\n")[] | select(. != "") | split("\t")] as $all
		| [$all[] | select(.[2] != "event_cost")
			| {cpu: .[0] | number, state: .[1] | number, what: .[2], counted: .[3] | number, least: .[4] | number,
				most: .[5] | number, ok: (.[6] == "ok")}] as $rows
		| {schema: "powernightmare.reconcile/1",
			agrees: (if $rows == [] then null else all($rows[]; .ok) end),
			event_cost_ns: ([$all[] | select(.[2] == "event_cost") | .[3] | number] | first // null), rows: $rows}' \
		>"$folder/reconcile.json.part" || return
	mv "$folder/reconcile.json.part" "$folder/reconcile.json"
}

# reconcile_words FOLDER: the first row that is off, in words.
reconcile_words() {
	jq -r '[.rows[] | select(.ok | not)] as $off | $off[0] | select(. != null)
		| (if .cpu == null then "" else "CPU \(.cpu) " end) + "state \(.state) \(.what): counted \(.counted), recorded "
		+ (if .least == .most then "\(.most)" else "\(.least) to \(.most)" end)
		+ (if ($off | length) > 1 then " (and \(($off | length) - 1) more)" else "" end)' "$1/reconcile.json"
}

# reconcile_all RESULT: each repeat; what disagrees becomes a note.
reconcile_all() {
	local result=$1 report folder words
	for report in "$result"/*/*/*/report.json; do
		[[ -e $report ]] || continue
		folder=${report%/*}
		reconcile_one "$folder" || { warn "$folder: cannot be set beside the counters"; continue; }
		words=$(reconcile_words "$folder")
		[[ -z $words ]] || note "${folder#"$result"/}: trace and counters disagree: $words"
	done
}

# entries_per_s FOLDER: all CPUs and states, by the counters, between the first and the last block that lie within the
# workload's time. Prints "-" when there are not two.
entries_per_s() {
	local from to
	read -r from to < <(jq -r '[.phases[]? | .start_ns, .end_ns] | if length > 0 then "\(min) \(max)" else "0 0" end' \
		"$1/workload.json" 2>/dev/null) || true
	awk -F, -v from="${from:-0}" -v to="${to:-0}" '
		$2 == "cpuidle" && $5 == "usage" && $1 + 0 >= from + 0 { n[$1] += $6; known = 1 }
		$2 == "sampler" && $1 + 0 >= from + 0 && $1 + $6 <= to + 0 { if (!first) first = $1; last = $1 }
		END { if (known && last > first) printf "%.6f\n", (n[last] - n[first]) * 1e9 / (last - first); else print "-" }' \
		"$1/counters.csv" 2>/dev/null || echo -
}

# mean VALUE...: of those that are numbers; "-" when there is none.
mean() {
	printf '%s\n' "$@" | awk '$1 ~ /^[0-9]/ { sum += $1; n++ } END { if (n) printf "%.6f\n", sum / n; else print "-" }'
}

# score FOLDER: the workload's own result, or "-".
score() {
	jq -r '.score.value // "-"' "$1/workload.json" 2>/dev/null || echo -
}

# cost_row RESULT GOVERNOR WORKLOAD: with tabs between: workload, governor, score recorded and not, entries per second
# recorded and not, the score's unit.
cost_row() {
	local result=$1 governor=$2 workload=$3 folder scores=() entries=() plain unit
	plain=$result/untraced/$governor/$workload
	[[ -e $plain/workload.json ]] || return 0
	for folder in "$result/$governor/$workload"/[0-9]*; do
		scores+=("$(score "$folder")")
		entries+=("$(entries_per_s "$folder")")
	done
	unit=$(jq -r '.score | select(. != null) | "\(.name), \(.unit)"' "$plain/workload.json" 2>/dev/null) || unit=
	printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$workload" "$governor" "$(mean "${scores[@]}")" "$(score "$plain")" \
		"$(mean "${entries[@]}")" "$(entries_per_s "$plain")" "$unit"
}

# cost_rows RESULT
cost_rows() {
	local governor workload governors
	mapfile -t governors < <(jq -r '.governors[]' "$1/manifest.json")
	for workload in "${WORKLOADS[@]}"; do
		for governor in "${governors[@]}"; do
			cost_row "$1" "$governor" "$workload"
		done
	done
}

# cost_json: from cost_rows.
cost_json() {
	jq -R -s 'def number: if . == "-" then null else tonumber end;
		def change(a; b): if a == null or b == null or b == 0 then null else a / b - 1 end;
		{schema: "powernightmare.cost/1", runs: [split("\n")[] | select(. != "") | split("\t")
			| {workload: .[0], governor: .[1], score_recorded: .[2] | number, score_untraced: .[3] | number,
				entries_per_s_recorded: .[4] | number, entries_per_s_untraced: .[5] | number, score: .[6]}
			| . + {score_change_ratio: change(.score_recorded; .score_untraced),
				entries_change_ratio: change(.entries_per_s_recorded; .entries_per_s_untraced)}]}'
}

# cost_text: from cost_rows.
cost_text() {
	awk -F '\t' '
	function number(text) { return text == "-" ? text : sprintf("%.1f", text) }
	function change(a, b) { return a == "-" || b == "-" || b + 0 == 0 ? "-" : sprintf("%+.1f", 100 * (a / b - 1)) }
	{
		if (!header++) {
			print "What recording does: scores and entries a second, recorded (mean) and once not"
			printf "%-11s %-12s %8s %8s %7s %9s %8s %7s\n", "", "", "recorded", "not", "%", "entries/s", "not", "%"
		}
		printf "%-11.11s %-12.12s %8s %8s %7s %9s %8s %7s\n", $1, $2, number($3), number($4), change($3, $4),
			number($5), number($6), change($5, $6)
		if ($7 == "" || $1 in told)
			next
		told[$1] = 1
		if (!($7 in of)) unit[++units] = $7
		of[$7] = of[$7] (of[$7] == "" ? "" : ", ") $1
	}
	END { for (i = 1; i <= units; i++) printf "score of %s: %s\n", of[unit[i]], unit[i] }'
}

# reconcile_text RESULT
reconcile_text() {
	jq -r -s 'map(.agrees) | select(length > 0) | [length, map(select(. == true)), map(select(. == false)), map(select(. == null))]
		| "Recordings set beside the counters of the kernel: \(.[1] | length) of \(.[0]) repeats agree"
		+ (if (.[3] | length) > 0 then ", \(.[3] | length) cannot be compared" else "" end)' \
		"$1"/*/*/*/reconcile.json 2>/dev/null
	jq -r -s 'map(.event_cost_ns | select(. != null)) | select(length > 0)
		| "Writing an event adds \(sort[length / 2 | floor] / 1000 * 100 | round / 100) us to a recorded stay (the median)."' \
		"$1"/*/*/*/reconcile.json 2>/dev/null
}

# notes_text MANIFEST
notes_text() {
	jq -r 'select(.notes != []) | "What makes these results doubtful:", (.notes[] | "- " + .)' "$1"
}

# checks_all RESULT: reconcile.json of each repeat, cost.json, checks.txt; prints the last, and adds to the manifest's
# notes.
checks_all() {
	local result=$1 rows
	reconcile_all "$result"
	rows=$(cost_rows "$result")
	cost_json <<<"$rows" >"$result/cost.json"
	manifest_add_notes "$result/manifest.json"
	{
		[[ -z $rows ]] || cost_text <<<"$rows"
		reconcile_text "$result" || true
		notes_text "$result/manifest.json"
	} | fold -s -w 79 | tee "$result/checks.txt"
}
