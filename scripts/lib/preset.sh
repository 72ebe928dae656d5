# SPDX-License-Identifier: GPL-2.0-only
# How much is run: the presets, and the plan in words.

[[ -n "${PN_PRESET_SH:-}" ]] && return 0
readonly PN_PRESET_SH=1

# name: configuration, seconds of each workload (- as configured), repeats, seconds of warm-up, of settling before each run,
# and the governors with which each workload is run without recording as well. "none" is what holds without --preset.
declare -rA PRESETS=(
	[none]='suite.conf - 1 0 1 first'
	[quick]='suite.conf 4 3 4 1 all'
	[standard]='suite.conf 36 5 30 5 all'
	[full]='suite-full.conf - 5 60 5 all'
)

# preset_apply NAME FOLDER: sets what no option has set; configurations are in FOLDER.
preset_apply() {
	local config duration repeat warm_up settle cost
	read -r config duration repeat warm_up settle cost <<<"${PRESETS[$1]}"
	CONFIG=${CONFIG:-$2/$config}
	DURATION=${DURATION:-${duration#-}}
	REPEAT=${REPEAT:-$repeat}
	WARM_UP=${WARM_UP:-$warm_up}
	SETTLE=${SETTLE:-$settle}
	COST=${COST:-$cost}
}

# hours_minutes SECONDS
hours_minutes() {
	local s=$1
	if ((s >= 3600)); then
		printf '%d h %02d min' $((s / 3600)) $((s % 3600 / 60))
	elif ((s >= 60)); then
		printf '%d min %02d s' $((s / 60)) $((s % 60))
	else
		printf '%d s' "$s"
	fi
}

# plan_print PLAN: what would be run, in order, with the commands.
plan_print() {
	local plan=$1 label governor workload repeat
	echo "Workloads ($CONFIG):"
	for label in "${WORKLOADS[@]}"; do
		printf '  %-14s %5d s  %s\n' "$label" "${SUITE_SECONDS[$label]}" "${SUITE_COMMAND[$label]}"
	done
	echo "Order ($(wc -l <<<"$plan") runs, $SETTLE s before each; warm-up: $WARM_UP s):"
	while read -r governor workload repeat; do
		printf '  %-12s %-14s %s\n' "$governor" "$workload" "$repeat"
	done <<<"$plan"
	echo "Time: $(hours_minutes "$(plan_seconds "$plan")"), without starting programs and making reports"
}
