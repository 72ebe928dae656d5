# SPDX-License-Identifier: GPL-2.0-only
# Two kernels against one another in the lab: their boots in turns, and the results of both in one folder.

[[ -n "${PN_AB_SH:-}" ]] && return 0
readonly PN_AB_SH=1

# On a busy machine a virtual CPU comes late by ms, now and then by twenty; a stay that gets long by that is no governor's
# doing. What a governor gets wrong in the lab lasts until the next load, a tenth of a second or more.
# shellcheck disable=SC2034  # for the scripts that source this file
readonly AB_REPORT_OPTIONS=(--pn-threshold 25ms)

declare -A AB_KERNEL=() AB_INITRAMFS=()

# ab_prepare WORK SIDE [KERNEL-OPTION...]: builds what SIDE boots.
ab_prepare() {
	local work=$1/$2 side=$2 status=0
	shift 2
	mkdir -p "$work"
	lab_prepare "$work" "$@" || status=$?
	((status == 0)) || exit "$status"
	AB_KERNEL[$side]=$LAB_KERNEL
	AB_INITRAMFS[$side]=$LAB_INITRAMFS
}

# ab_job GOVERNOR CONFIG: what each boot runs: every workload once, in order, so that each follows the one before.
ab_job() {
	printf 'cat >/pn/suite.conf <<"END-OF-SUITE"\n'
	cat "$2"
	printf '\nEND-OF-SUITE\n'
	printf 'exec /pn/scripts/run-suite.sh --record-only --output . --config /pn/suite.conf --repeat 1 --no-cost %s\n' \
		"--warm-up 0 --settle 1 --governor $1 --buffer 8192"
}

# ab_turn RESULT WORK SIDE NUMBER SECONDS: one boot, whose recordings become repeat NUMBER of SIDE.
ab_turn() {
	local result=$1 work=$2 side=$3 number=$4 seconds=$5 out status=0 folder
	out=$work/turn
	rm -rf "$out"
	LAB_KERNEL=${AB_KERNEL[$side]} LAB_INITRAMFS=${AB_INITRAMFS[$side]}
	lab_run "$work/job" "$out" --synth "$SYNTH" --cpus "$VM_CPUS" --limit $((120 + 4 * seconds)) || status=$?
	mkdir -p "$result/$side/boots"
	cp "$out/.console" "$result/$side/boots/$number.console" 2>/dev/null || true
	cp "$out/.dmesg" "$result/$side/boots/$number.dmesg" 2>/dev/null || true
	((status != EX_SKIP)) || die "$EX_SKIP" "the kernel '$side' cannot run this; see $result/$side/boots/$number.console"
	((status == 0)) || die "$EX_FAIL" "the kernel '$side' did not come to the end of its turn; see" \
		"$result/$side/boots/$number.console"
	ab_complaints "$side" "$out/.dmesg"
	for folder in "$out/$GOVERNOR"/*/01; do
		mkdir -p "$result/$side/$(basename "${folder%/01}")"
		mv "$folder" "$result/$side/$(basename "${folder%/01}")/$number"
	done
	mv "$out/manifest.json" "$result/$side/boots/$number.manifest.json"
	mv "$out/states.json" "$result/states.json"
}

# ab_complaints SIDE DMESG: what a governor must not make the kernel say.
ab_complaints() {
	local first
	first=$(grep -m 1 -E 'BUG|WARNING|Call Trace|rcu.*stall|INFO: task' "$2") || return 0
	note "the kernel '$1' complained: $first"
}

# ab_manifest RESULT SIDE...: that of the first boot, with the sides where governors stand, and the notes of all boots.
ab_manifest() {
	local result=$1
	shift
	jq -s --arg command "$PN_COMMAND_LINE" --arg governor "$GOVERNOR" --argjson sides "$(json_array "$@")" \
		--argjson notes "$(json_array "${NOTES[@]}")" --argjson base "$(json_array "${BASE_CHANGES[@]##*/}")" \
		--argjson patches "$(json_array "${CHANGES[@]##*/}")" '
		.[0] + {command: $command, governor: $governor, governors: $sides, base: $base, patches: $patches,
			notes: ([.[].notes[]] + $notes | unique)}' "$result"/*/boots/*.manifest.json >"$result/manifest.json.part"
	mv "$result/manifest.json.part" "$result/manifest.json"
}

# ab_nightmares RESULT SIDE...: the powernightmares of each side and workload that has any: state, number, longest, time.
ab_nightmares() {
	local result=$1 side folder
	shift
	for side; do
		for folder in "$result/$side"/*/; do
			[[ -e ${folder}01/report.json ]] || continue
			jq -r -s --arg side "$side" --arg workload "$(basename "$folder")" '
				length as $n | [.[].sections[0].totals.states[] | select(.pn != null and .pn > 0)] | group_by(.state)[] |
				"  \($side), \($workload): \(map(.pn) | add) in state \(.[0].state) over \($n) repeats, longest " +
				"\(map(.pn_max_ns) | max / 1e6 | round) ms, together \(map(.pn_ns) | add / 1e9 * 100 | round / 100) s"
				' "$folder"*/report.json
		done
	done
}
