#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# The modules' tests once more, on a kernel that looks for faults of theirs and panics at the first one, as TAP. The
# argument is a folder for what it leaves. That kernel takes 8 minutes to build, so it has to be there, or to be asked for
# with PN_DEBUG_KERNEL=1.

set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
source "$top/scripts/lib/common.sh"
source "$top/scripts/lib/build.sh"
source "$top/scripts/lib/lab.sh"
source "$top/scripts/lib/tap.sh"
source "$top/scripts/lib/guest.sh"

readonly CONFIG=$top/scripts/vm/debug.config
readonly TESTS=(latency-module synth-idle)

main() {
	local logs=$1/debug-kernel kernel name
	undo_install
	kernel=$("$LAB/build-kernel.sh" --print --config "$CONFIG")
	if [[ ! -e $kernel/bzImage && -z ${PN_DEBUG_KERNEL:-} ]]; then
		tap_skip "debug kernel" "it is not built: scripts/vm/build-kernel.sh --config scripts/vm/debug.config"
		return
	fi
	mkdir -p "$logs"
	lab_prepare "$logs" --config "$CONFIG"
	for name in "${TESTS[@]}"; do
		guest_test "$top/tests/vm/$name.guest.sh" "$logs" "debug kernel: $name" --memory 2048 --limit 900 \
			--append panic_on_warn=1
	done
}

main "$@"
