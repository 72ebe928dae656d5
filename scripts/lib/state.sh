# SPDX-License-Identifier: GPL-2.0-only
# What is borrowed from the machine, on disk as well, so that it can be given back after this script was killed.
#
# A run has a file, for its owner's eyes alone: a line a borrowed thing, with tabs between, written before the change.
# The file goes away when all is as it was. One left by a run that is no more is worked off by state_recover. Nothing
# that is borrowed outlives a boot of the machine, so a file from before the boot has nothing to give back.

[[ -n "${PN_STATE_SH:-}" ]] && return 0
readonly PN_STATE_SH=1

STATE_FILE=''

# state_dir: where the files are.
state_dir() {
	printf '%s\n' "${PN_STATE_DIR:-/run/powernightmare}"
}

# process_start PID: what tells a process apart from a later one with the same number. Fails when there is no such process,
# or it is dead and only not yet buried.
process_start() {
	local line fields
	{ read -r line <"/proc/$1/stat"; } 2>/dev/null || return 1
	read -r -a fields <<<"${line##*) }"
	[[ ${fields[0]} != [ZX] ]] && printf '%s\n' "${fields[19]}"
}

boot_id() {
	cat /proc/sys/kernel/random/boot_id
}

# state_folder_check DIR: nobody else may have put something into it.
state_folder_check() {
	local dir=$1 mode
	[[ -d $dir && ! -L $dir && -O $dir ]] || return 1
	mode=$(stat -c %a "$dir")
	(((8#$mode & 8#022) == 0))
}

# state_open: from here on what is borrowed is on disk.
state_open() {
	local dir
	dir=$(state_dir)
	(umask 077 && mkdir -p "$dir") 2>/dev/null || true
	state_folder_check "$dir" || die "$EX_FAIL" "$dir: cannot keep there what has to be restored" \
		"(another folder: PN_STATE_DIR)"
	undo_push state_close
	STATE_FILE=$(umask 077 && mktemp "$dir/run.XXXXXXXX")
	state_add boot "$(boot_id)"
	state_add owner "$$" "$(process_start "$$")"
}

# state_close: the last to be undone. What did not go back stays on disk.
state_close() {
	[[ -n $STATE_FILE ]] || return 0
	if ((UNDO_FAILED)); then
		warn "not all went back; try again with: run-suite.sh --restore"
	else
		rm -f "$STATE_FILE"
	fi
	STATE_FILE=''
}

# state_add KIND [VALUE...]
state_add() {
	local line
	[[ -n $STATE_FILE ]] || return 0
	line=$(printf '%s\t' "$@")
	printf '%s\n' "${line%$'\t'}" >>"$STATE_FILE" || die "$EX_FAIL" "$STATE_FILE: cannot be written"
}

# borrow KIND [VALUE...]: to be called before the change; both the undo stack and the file know how to give it back.
borrow() {
	state_add "$@"
	undo_push give_back "$@"
}

# give_back KIND [VALUE...]: may be done twice, or without the change having been made.
give_back() {
	local kind=$1
	shift
	case $kind in
	file) sysfs_write "$1" "$2" ;;
	governor) governor_set "$1" ;;
	tracing) trace_restore "$@" ;;
	mount) trace_unmount ;;
	module) module_remove "$1" ;;
	*) return 1 ;;
	esac
}

module_remove() {
	! grep -q "^$1 " "$PN_SYSROOT/proc/modules" 2>/dev/null || rmmod "$1"
}

# group_mark: called by what becomes a process group, before it becomes the program that is to be run. When this script is
# killed meanwhile, and its run restored, the program is not to start any more.
group_mark() {
	local pid=$BASHPID
	[[ -n $STATE_FILE ]] || return 0
	[[ -e $STATE_FILE ]] || exit 1
	state_add group "$pid" "$(process_start "$pid")"
	process_start "$$" >/dev/null || exit 1
}

# state_restore FILE: everything back, the newest first, after an end of what the killed run left running.
state_restore() {
	local file=$1 lines=() fields i failed=0
	mapfile -t lines <"$file"
	for ((i = 0; i < ${#lines[@]}; i++)); do
		IFS=$'\t' read -r -a fields <<<"${lines[i]}"
		# Without a start it was dead before it could be noted.
		[[ ${fields[0]:-} == group && -n ${fields[2]:-} ]] || continue
		[[ $(process_start "${fields[1]}") != "${fields[2]}" ]] || end_group "${fields[1]}"
	done
	for ((i = ${#lines[@]} - 1; i >= 0; i--)); do
		IFS=$'\t' read -r -a fields <<<"${lines[i]}"
		case ${fields[0]:-} in
		'' | boot | owner | group) continue ;;
		esac
		give_back "${fields[@]}" && continue
		warn "could not restore: ${fields[*]}"
		failed=1
	done
	((failed == 0))
}

# state_field FILE KIND: what follows it, the first time.
state_field() {
	awk -F '\t' -v kind="$2" '$1 == kind { print $2, $3; exit }' "$1"
}

# state_of FILE: foreign, old, running or left.
state_of() {
	local file=$1 pid start boot
	[[ -f $file && ! -L $file && -O $file ]] || { echo foreign; return; }
	read -r boot _ <<<"$(state_field "$file" boot)"
	read -r pid start <<<"$(state_field "$file" owner)"
	# Nothing was borrowed before both lines were written.
	if [[ -n $boot && $boot != "$(boot_id)" ]]; then
		echo old
	elif [[ -n $pid && $(process_start "$pid") == "$start" ]]; then
		echo running
	else
		echo left
	fi
}

# state_recover: works off what killed runs left. RESTORED is how many; fails when something did not go back.
state_recover() {
	local dir file status=0
	RESTORED=0
	dir=$(state_dir)
	[[ -d $dir ]] || return 0
	[[ -r $dir && -x $dir ]] || die "$EX_SKIP" "$dir: takes root"
	state_folder_check "$dir" || die "$EX_FAIL" "$dir: others could have written there; nothing is restored"
	for file in "$dir"/run.*; do
		[[ -e $file || -L $file ]] || continue
		case $(state_of "$file") in
		foreign) warn "$file: not mine, left alone" ;;
		running) die "$EX_FAIL" "a run is going on (process $(state_field "$file" owner | cut -d' ' -f1)); end it first" ;;
		old)
			say "the machine has been booted since the run that left $file: nothing of it is left"
			rm -f "$file" ;;
		left)
			if state_restore "$file"; then
				rm -f "$file"
				RESTORED=$((RESTORED + 1))
			else
				status=1
			fi ;;
		esac
	done
	return "$status"
}
