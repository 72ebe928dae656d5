# SPDX-License-Identifier: GPL-2.0-only
# Test Anything Protocol: writing a line a test, and counting what others wrote.

[[ -n "${PN_TAP_SH:-}" ]] && return 0
readonly PN_TAP_SH=1

PASSED=0 FAILED=0 SKIPPED=0 TAP_NUMBER=0

# tap_check NAME COMMAND...: one line, by the command's status.
tap_check() {
	local name=$1 result=ok
	shift
	TAP_NUMBER=$((TAP_NUMBER + 1))
	"$@" || result='not ok'
	printf '%s %d - %s\n' "$result" "$TAP_NUMBER" "$name"
}

tap_skip() {
	TAP_NUMBER=$((TAP_NUMBER + 1))
	printf 'ok %d - %s # SKIP %s\n' "$TAP_NUMBER" "$1" "$2"
}

# tap_tally TITLE FILE: adds the lines of FILE to the counts and shows what failed and what was skipped.
tap_tally() {
	local title=$1 file=$2 passed failed skipped
	skipped=$(grep -ciE '^ok .*# *skip' "$file") || true
	passed=$(($(grep -c '^ok ' "$file" || true) - skipped))
	failed=$(grep -c '^not ok ' "$file") || true
	printf '%-12s %3d passed, %d failed, %d skipped\n' "$title" "$passed" "$failed" "$skipped"
	grep -iE '^ok .*# *skip' "$file" | sed 's/^/    /' || true
	if ((failed)); then
		sed 's/^/    /' "$file"
	fi
	PASSED=$((PASSED + passed)) FAILED=$((FAILED + failed)) SKIPPED=$((SKIPPED + skipped))
}

# tap_from_ctest: reads what ctest prints.
tap_from_ctest() {
	sed -nE 's/^ *([0-9]+)\/[0-9]+ Test +#[0-9]+: ([^ ]+) \.+ +Passed.*/ok \1 - \2/p
		s/^ *([0-9]+)\/[0-9]+ Test +#[0-9]+: ([^ ]+) \.+\*+Skipped.*/ok \1 - \2 # SKIP by itself/p
		t
		s/^ *([0-9]+)\/[0-9]+ Test +#[0-9]+: ([^ ]+) \.+(.*)/not ok \1 - \2: \3/p'
}
