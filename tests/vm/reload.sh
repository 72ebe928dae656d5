#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Loads and unloads both modules a thousand times in the lab, on the kernel that looks for faults.

set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
source "$top/scripts/lib/common.sh"
source "$top/scripts/lib/deps.sh"
source "$top/scripts/lib/build.sh"
source "$top/scripts/lib/lab.sh"
source "$top/scripts/lib/tap.sh"
source "$top/scripts/lib/guest.sh"

usage() {
	cat <<END
Usage: reload.sh [--times N] [--logs DIR]

Boots the kernel of scripts/vm/debug.config (KASAN, lockdep, kmemleak, UBSAN)
with panic_on_warn, and runs tests/vm/reload.guest.sh in it. That kernel takes
8 minutes to build, once.

  --times N     how often (default 1000)
  --logs DIR    what the guest leaves (default build-reload)
  --help        this text

Examples:
  sudo tests/vm/reload.sh
  sudo tests/vm/reload.sh --times 50

Exit status: 0 nothing left behind, 1 something was, 2 wrong usage.
END
}

parse_args() {
	TIMES=1000 LOGS=$top/build-reload
	while (($#)); do
		case $1 in
		--times)
			need_value "$1" $#
			[[ $2 =~ ^[1-9][0-9]{0,5}$ ]] || usage_error "--times: '$2' is no number of times"
			TIMES=$2
			shift 2 ;;
		--logs) need_value "$1" $#; LOGS=$2; shift 2 ;;
		--help | -h) usage; exit 0 ;;
		*) usage_error "unknown argument '$1'" ;;
		esac
	done
}

main() {
	parse_args "$@"
	undo_install
	mkdir -p "$LOGS"
	lab_prepare "$LOGS" --config "$top/scripts/vm/debug.config"
	sed "s/^set -u\$/&\\nRELOADS=$TIMES/" "$top/tests/vm/reload.guest.sh" >"$LOGS/reload.guest.sh"
	guest_test "$LOGS/reload.guest.sh" "$LOGS" reload --memory 2048 --limit $((300 + 3 * TIMES)) \
		--append panic_on_warn=1 | tee "$LOGS/tap"
	! grep -q '^not ok' "$LOGS/tap"
}

main "$@"
