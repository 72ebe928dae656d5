#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# menu stops the tick whatever it picks, and picks as if the tick were never stopped: it gets stuck in shallow states.
# governor: menu
# kind: fault
# harms: pn on sleepers

set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../../scripts/lib/edit.sh"

edit drivers/cpuidle/governors/menu.c 2 '/^static int menu_select/,/^}/ {
	s/if (tick_nohz_tick_stopped())/if (false)/
	s/) && !tick_nohz_tick_stopped()/) \&\& false/
}'
