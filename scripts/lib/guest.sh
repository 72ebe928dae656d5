# SPDX-License-Identifier: GPL-2.0-only
# Tests that run inside the lab's guest and print TAP.

[[ -n "${PN_GUEST_SH:-}" ]] && return 0
readonly PN_GUEST_SH=1

# not_in FILE PATTERN: shows the lines that should not be there. A file that is missing shows nothing.
not_in() {
	[[ -e $1 ]] || { echo "# ${1##*/} is missing"; return 1; }
	! grep -E "$2" "$1" | sed 's/^/# /' | grep .
}

# guest_test FILE LOGS TITLE [OPTION...]: runs FILE in the lab and prints TAP. A line "# lab: OPTION..." in it holds
# options of run-vm.sh; those given here come after them.
guest_test() {
	local file=$1 logs=$2 title=$3 name output options=()
	shift 3
	name=$(basename "$file" .guest.sh)
	output=$logs/lab-$name
	read -r -a options < <(sed -n 's/^# lab: *//p' "$file"; echo) || true
	{ printf '#!/bin/bash\nexec >>tap 2>&1\n'; cat "$file"; } >"$logs/$name.job"
	# An emulator that got stuck says nothing of what is tested: without any result, once more.
	for _ in 1 2; do
		rm -rf "$output"
		lab_run "$logs/$name.job" "$output" --limit 300 "${options[@]}" "$@" >&2 || true
		[[ ! -e $output/tap ]] || break
		echo "# $title: the guest left no result"
	done
	sed -E "s/^(ok|not ok) ([0-9]+) -/\1 \2 - $title:/" "$output/tap" || echo "not ok 0 - $title ran"
	grep -qE '^(ok|not ok) ' "$output/tap" || echo "not ok 0 - $title printed results"
	tap_check "$title: the kernel's log is clean" \
		not_in "$output/.dmesg" 'BUG|WARNING|Call Trace|rcu.*stall|INFO: task'
}
