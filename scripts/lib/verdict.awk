# SPDX-License-Identifier: GPL-2.0-only
# What "analyzer compare -f csv" says about one kernel against another, in a few lines; the last one is the verdict.
#
# Of a hundred figures one or two differ by chance alone. So a difference counts only when the whole interval lies beyond
# twice the noise floor, and when it is large enough to matter: MIN_PCT percent of the base, and for shares MIN_POINTS
# percentage points as well. How often that is wrong: scripts/lab-aa.sh.
#
# Prints with -v form=text: lines; with -v form=rows: "verdict workload metric unit base new" separated by tabs.

BEGIN {
	FS = ","
	if (!NOISE_FLOORS) NOISE_FLOORS = 2
	if (!MIN_PCT) MIN_PCT = 5
	if (!MIN_POINTS) MIN_POINTS = 0.5
}

function abs(x) { return x < 0 ? -x : x }

# The end of the interval that is nearer to zero, or zero when it is inside.
function nearest(low, high) { return low > 0 ? low : high < 0 ? -high : 0 }

function judge(    floor) {
	if ($column["verdict"] == "insufficient") return "insufficient"
	if ($column["verdict"] == "same") return "same"
	floor = NOISE_FLOORS * $column["noise"]
	if (nearest($column["low"] + 0, $column["high"] + 0) <= floor) return "same"
	if (abs($column["difference"]) < MIN_PCT / 100 * abs($column["base"])) return "same"
	if ($column["unit"] == "%" && abs($column["difference"]) < MIN_POINTS) return "same"
	return $column["verdict"]
}

function number(x,    size) {
	size = abs(x)
	return sprintf(size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.3g", x)
}

function line(    pct) {
	pct = $column["difference_pct"]
	return sprintf("  %-10s %-20s %10s -> %-10s %s", $column["workload"], $column["metric"] " " $column["unit"],
		number($column["base"]), number($column["new"]), pct == "" ? "" : sprintf("%+.0f %%", pct))
}

{ sub(/\r$/, "") }

NR == 1 {
	for (i = 1; i <= NF; i++) column[$i] = i
	next
}

{
	verdict = judge()
	count[verdict]++
	if (form == "rows")
		printf "%s\t%s\t%s\t%s\t%s\t%s\n", verdict, $column["workload"], $column["metric"], $column["unit"],
			$column["base"], $column["new"]
	lines[verdict] = lines[verdict] line() "\n"
}

function section(verdict, title) {
	if (count[verdict]) printf "%s\n%s", title, lines[verdict]
}

END {
	if (form == "rows") exit
	section("changed", "Changed, of which neither way is better:")
	section("better", "Better:")
	section("worse", "Worse:")
	outcome = count["worse"] ? "worse" : count["better"] ? "better" : count["changed"] ? "changed" : \
		count["same"] ? "same" : "insufficient"
	printf "Verdict: %s (%d worse, %d better, %d changed, %d same, %d insufficient)\n", outcome,
		count["worse"], count["better"], count["changed"], count["same"], count["insufficient"]
}
