# SPDX-License-Identifier: GPL-2.0-only
# For scripts that edit source: a change that does not match what it was made for is an error, not a quiet nothing.

[[ -n "${PN_EDIT_SH:-}" ]] && return 0
readonly PN_EDIT_SH=1

# edit FILE LINES PROGRAM: runs the sed PROGRAM over FILE, which has to leave LINES lines that were not there before.
edit() {
	local file=$1 lines=$2 program=$3 got
	[[ -f $file ]] || { echo "error: $file: no such file" >&2; return 1; }
	sed -e "$program" "$file" >"$file.edited"
	got=$(diff "$file" "$file.edited" | grep -c '^>') || true
	if [[ $got != "$lines" ]]; then
		rm "$file.edited"
		echo "error: $file: $got lines matched, not $lines" >&2
		return 1
	fi
	mv "$file.edited" "$file"
}
