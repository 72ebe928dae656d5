# SPDX-License-Identifier: GPL-2.0-only
# What a latency sweep found: the selftest's lines, a table, and JSON, all from the table of cells.

[[ -n "${PN_LATENCY_REPORT_SH:-}" ]] && return 0
readonly PN_LATENCY_REPORT_SH=1

# cells_order: by probe, the baseline before the states, all CPUs before each.
cells_order() {
	awk -F '\t' '{ print ($2 == "busy" ? -1 : $2) "\t" ($3 == "all" ? -1 : $3) "\t" $0 }' |
		LC_ALL=C sort -t $'\t' -k3,3 -k1,1n -k2,2n | cut -f 3-
}

# cells_make SAMPLES SRC: sums up, by CPU and over all ("all"). An IPI to the source itself is a plain function call, so
# it is in the table and not in what is said of all.
cells_make() {
	awk -F '\t' -v OFS='\t' -v src="$2" '{
		print
		if ($1 != "ipi" || $3 != src) {
			$3 = "all"
			print
		}
	}' "$1" | LC_ALL=C sort -t $'\t' -k1,1 -k2,2 -k3,3 -k4,4n -k5,5n |
		awk -f "$PN_TOP/scripts/lib/latency-stats.awk" | cells_order
}

# cell CELLS PROBE CELL FIELD: a figure over all CPUs, or "-".
cell() {
	awk -F '\t' -v probe="$2" -v cell="$3" -v field="$4" '
		$1 == probe && $2 == cell && $3 == "all" { found = $field }
		END { print found == "" ? "-" : found }' "$1"
}

# The figures' columns, as latency-stats.awk has them.
readonly COLUMN_EXPIRY=4 COLUMN_MEAN=13

# report_selftest CELLS PROBE: the lines of the kernel's latency selftest, which people grep for.
report_selftest() {
	local cells=$1 probe=$2 title noun expected state
	case $probe in
	ipi) title='IPI Latency Test' noun='IPI latency(ns)' ;;
	timer) title='Timeout Latency Test' noun='timeout diff(ns)' ;;
	esac
	printf -- '--%s--\n' "$title"
	printf 'Baseline Average %s: %s\n' "$noun" "$(cell "$cells" "$probe" busy "$COLUMN_MEAN")"
	for state in "${STATES[@]}"; do
		if [[ $probe == ipi ]]; then
			expected="IPI latency(ns): $((STATE_XL_US[state] * 1000))"
		else
			expected="timeout(ns): $(cell "$cells" "$probe" "$state" "$COLUMN_EXPIRY")"
		fi
		printf 'Expected %s\n' "$expected"
		printf 'Observed Average %s - State%s: %s\n' "$noun" "$state" \
			"$(cell "$cells" "$probe" "$state" "$COLUMN_MEAN")"
	done
	printf '\n'
}

# report_table CELLS: figures first, then what the samples met; both fit into 80 columns.
report_table() {
	awk -F '\t' '
	function head(line) {
		printf("%-5s %-5s %4s %s\n", "probe", "state", "cpu", line)
	}
	{ row[NR] = $0 }
	END {
		head(sprintf("%7s %9s %9s %9s %9s %9s", "filed", "min_ns", "p50_ns", "mean_ns", "p99_ns", "max_ns"))
		for (i = 1; i <= NR; i++) {
			split(row[i], f, "\t")
			printf "%-5s %-5s %4s %7d %9s %9s %9s %9s %9s\n", f[1], f[2], f[3], f[6], f[11], f[12], f[13],
				f[15], f[17]
		}
		print ""
		head(sprintf("%8s %8s %8s %8s %8s %8s", "samples", "filed", "busy", "race", "other", "outlier"))
		for (i = 1; i <= NR; i++) {
			split(row[i], f, "\t")
			printf "%-5s %-5s %4s %8d %8d %8d %8d %8d %8s\n", f[1], f[2], f[3], f[5], f[6], f[7], f[8], f[9],
				f[10]
		}
	}' "$1"
	cat <<-END

		filed: the target was in that state; busy, other: it was not; race: something
		else had woken it, or it was just going idle. The mean leaves outliers out.
	END
}

# json_cells [CELLS]: the table, row by row; what does not exist is null.
json_cells() {
	awk -F '\t' '
	function put(name, value) {
		printf(", \"%s\": %s", name, value == "-" ? "null" : value)
	}
	$2 == "busy" { base[$1] = $12 }
	{ row[NR] = $0 }
	END {
		split("samples filed busy race other outliers min_ns p50_ns mean_ns p90_ns p99_ns p999_ns max_ns", name, " ")
		for (i = 1; i <= NR; i++) {
			split(row[i], f, "\t")
			printf("%s    {\"probe\": \"%s\"", i == 1 ? "" : ",\n", f[1])
			put("state", f[2] == "busy" ? "-" : f[2])
			put("cpu", f[3] == "all" ? "-" : f[3])
			put("expiry_ns", f[1] == "timer" ? f[4] : "-")
			for (k = 1; k <= 13; k++)
				put(name[k], f[k + 4])
			known = f[2] != "busy" && f[12] != "-" && f[1] in base && base[f[1]] != "-"
			put("p50_over_busy_ns", known ? f[12] - base[f[1]] : "-")
			printf "}"
		}
		print ""
	}' "$@"
}

# json_rounds SAMPLES: the cells over all CPUs, of each round.
json_rounds() {
	local round separator=''
	for ((round = 1; round <= ROUNDS; round++)); do
		printf '%s    {"round": %d, "cells": [\n' "$separator" "$round"
		cells_make <(awk -F '\t' -v round="$round" '$8 == round' "$1") "$SOURCE" | awk -F '\t' '$3 == "all"' | json_cells
		printf '    ]}'
		separator=$',\n'
	done
	printf '\n'
}

json_states() {
	local state separator=''
	for state in "${STATES[@]}"; do
		printf '%s    {"state": %d, "name": %s, "exit_latency_ns": %d, "target_residency_ns": %d}' "$separator" \
			"$state" "$(json_string "${STATE_NAME[state]}")" $((STATE_XL_US[state] * 1000)) \
			$((STATE_TR_US[state] * 1000))
		separator=$',\n'
	done
	printf '\n'
}

# report_json CELLS SAMPLES: "state": null is the busy baseline, "cpu": null is all targets.
report_json() {
	local numbers
	numbers=$(cpulist_join "${TARGETS[@]}")
	printf '{\n'
	printf '  "schema": "powernightmare.latency-sweep/1",\n'
	printf '  "command": %s,\n' "$(json_string "$PN_COMMAND_LINE")"
	printf '  "started": %s,\n' "$(json_string "$STARTED")"
	printf '  "kernel": %s,\n' "$(json_string "$(uname -sr)")"
	printf '  "cpu_vendor": %s,\n' "$(json_or_null "$(first_match /proc/cpuinfo vendor_id)")"
	printf '  "cpu_model": %s,\n' "$(json_or_null "$(first_match /proc/cpuinfo 'model name')")"
	printf '  "virtual": %s,\n' "$(json_string "$(virtual_kind)")"
	printf '  "cpuidle_driver": %s,\n' "$(json_or_null "$(cpuidle_driver || true)")"
	printf '  "governor": %s,\n' "$(json_or_null "$(governor_current || true)")"
	printf '  "clock": "CLOCK_MONOTONIC",\n'
	printf '  "source_cpu": %d,\n' "$SOURCE"
	printf '  "target_cpus": [%s],\n' "$numbers"
	printf '  "gap_us": %d,\n' "$GAP_US"
	printf '  "notes": %s,\n' "$(json_array "${NOTES[@]}")"
	printf '  "states": [\n%s\n  ],\n' "$(json_states)"
	printf '  "cells": [\n%s\n  ],\n' "$(json_cells "$1")"
	printf '  "rounds": [\n%s\n  ]\n' "$(json_rounds "$2")"
	printf '}\n'
}
