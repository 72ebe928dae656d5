# SPDX-License-Identifier: GPL-2.0-only
# Files of sysfs and procfs: reading, and changes that go back. $PN_SYSROOT stands before every path, for tests.

[[ -n "${PN_SYSFS_SH:-}" ]] && return 0
readonly PN_SYSFS_SH=1

# shellcheck source=state.sh
source "${BASH_SOURCE[0]%/*}/state.sh"

PN_SYSROOT=${PN_SYSROOT:-}

# sysfs_read PATH: the file's content; fails, and prints nothing, when it cannot be read.
sysfs_read() {
	[[ -r $PN_SYSROOT$1 ]] && cat -- "$PN_SYSROOT$1" 2>/dev/null
}

# sysfs_write PATH VALUE
sysfs_write() {
	# One write, and one error message of ours instead of the shell's.
	{ printf '%s\n' "$2" >"$PN_SYSROOT$1"; } 2>/dev/null
}

# sysfs_borrow PATH VALUE [OLD]: sets a value that goes back (state.sh). OLD is for files whose content is not what
# has to be written to get it.
sysfs_borrow() {
	local path=$1 value=$2 old
	old=${3-$(sysfs_read "$path")} || return 1
	[[ $old != "$value" ]] || return 0
	borrow file "$path" "$old"
	sysfs_write "$path" "$value"
}
