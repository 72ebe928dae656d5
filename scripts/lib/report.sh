# SPDX-License-Identifier: GPL-2.0-only
# From recordings to reports, and the table that sets the governors side by side.

[[ -n "${PN_REPORT_SH:-}" ]] && return 0
readonly PN_REPORT_SH=1

# report_all RESULT: a report beside each recording.
report_all() {
	local trace dir
	for trace in "$1"/*/*/*/trace.dat; do
		[[ -e $trace ]] || continue
		dir=${trace%/*}
		if ! { "$PN_BIN/analyzer" report -o "$dir/report.txt" "$trace" &&
			"$PN_BIN/analyzer" report -f json -o "$dir/report.json" "$trace"; }; then
			warn "${trace#"$1/"}: no report"
		fi
	done
}
