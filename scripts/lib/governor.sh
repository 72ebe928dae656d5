# SPDX-License-Identifier: GPL-2.0-only
# The cpuidle driver and its governors.

[[ -n "${PN_GOVERNOR_SH:-}" ]] && return 0
readonly PN_GOVERNOR_SH=1

readonly CPUIDLE=/sys/devices/system/cpu/cpuidle

# cpuidle_driver: its name; fails when there is none and the default idle loop is all there is.
cpuidle_driver() {
	local name
	name=$(sysfs_read "$CPUIDLE/current_driver") || return 1
	[[ -n $name && $name != none ]] && printf '%s\n' "$name"
}

governor_list() {
	sysfs_read "$CPUIDLE/available_governors" || true
}

governor_current() {
	sysfs_read "$CPUIDLE/current_governor" || sysfs_read "$CPUIDLE/current_governor_ro"
}

governor_exists() {
	[[ " $(governor_list) " == *" $1 "* ]]
}

# governor_keep: from here on the present governor goes back.
governor_keep() {
	local present
	present=$(governor_current) || return 0
	[[ ! -w $PN_SYSROOT$CPUIDLE/current_governor ]] || borrow governor "$present"
}

# governor_writable: opening it shows that, where permissions do not (root, and a read-only /sys).
governor_writable() {
	[[ -f $PN_SYSROOT$CPUIDLE/current_governor ]] && { : >>"$PN_SYSROOT$CPUIDLE/current_governor"; } 2>/dev/null
}

# governor_set NAME: fails when the kernel keeps another one.
governor_set() {
	[[ $(governor_current) == "$1" ]] && return 0
	sysfs_write "$CPUIDLE/current_governor" "$1" && [[ $(governor_current) == "$1" ]]
}
