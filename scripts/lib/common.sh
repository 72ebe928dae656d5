# SPDX-License-Identifier: GPL-2.0-only
# Messages, exit statuses, the undo stack and temporary folders that all scripts share.
# shellcheck disable=SC2034  # constants are for the scripts that source this file

[[ -n "${PN_COMMON_SH:-}" ]] && return 0
readonly PN_COMMON_SH=1

# Exit statuses, as in the README: could not, wrong usage, a gate tripped, cannot run here.
readonly EX_FAIL=1
readonly EX_USAGE=2
readonly EX_GATE=3
readonly EX_SKIP=77

PN_TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly PN_TOP
readonly PN_NAME=${0##*/}

# Undo commands in the order in which they were pushed; each entry is one command line for eval.
UNDO_STACK=()
UNDO_FAILED=0

# Whether signals are caught, and the status for one that has to wait.
SIGNALS_CAUGHT='' SIGNAL_STATUS=0

# Why and how the script ends, for whoever reports it.
DIED='' EXIT_STATUS=0

say() { printf '%s: %s\n' "$PN_NAME" "$*" >&2; }

warn() { printf '%s: warning: %s\n' "$PN_NAME" "$*" >&2; }

# die STATUS MESSAGE...: one line of error, then exit, which runs the undo stack.
die() {
	local status=$1
	shift
	DIED=$*
	printf '%s: %s\n' "$PN_NAME" "$*" >&2
	exit "$status"
}

# usage_error MESSAGE: wrong command line.
usage_error() {
	die "$EX_USAGE" "$*; try '$PN_NAME --help'"
}

# need_value OPTION COUNT: dies unless an argument follows OPTION (COUNT is the caller's $#).
need_value() {
	(($2 >= 2)) || usage_error "$1 needs a value"
}

# split_options ARG...: fills ARGS with the same arguments, "--name=value" as two of them.
split_options() {
	local argument
	ARGS=()
	for argument; do
		if [[ $argument =~ ^(--[a-z][a-z-]*)=(.*)$ ]]; then
			ARGS+=("${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}")
		else
			ARGS+=("$argument")
		fi
	done
}

# undo_push COMMAND [ARG...]: to be called before the change that it undoes.
undo_push() {
	UNDO_STACK+=("${*@Q}")
}

# undo_all: runs what was pushed, the newest first; a failing entry does not stop the others.
undo_all() {
	undo_to 0
}

# undo_to N: until N entries are left. A signal in between would take an entry away without its having run.
undo_to() {
	local entry
	signals_hold
	while ((${#UNDO_STACK[@]} > $1)); do
		entry=${UNDO_STACK[-1]}
		unset 'UNDO_STACK[-1]'
		eval "$entry" && continue
		warn "could not undo: $entry"
		UNDO_FAILED=1
	done
	signals_release
}

# undo_install: the one trap. A signal ends the script as the signal would, after the undo stack ran.
undo_install() {
	trap 'undo_exit $?' EXIT
	SIGNALS_CAUGHT=1
	signals_end
}

# on_signals FORMAT: sets the traps to FORMAT with each signal's exit status in place of %d.
on_signals() {
	local signal text
	[[ -n $SIGNALS_CAUGHT ]] || return 0
	for signal in HUP:129 INT:130 TERM:143; do
		# shellcheck disable=SC2059
		printf -v text "$1" "${signal#*:}"
		# shellcheck disable=SC2064
		trap "$text" "${signal%:*}"
	done
}

# signals_end: they end the script. Some bash 5.2 run a trap between a $( and what is in it, and read the trap's text as the
# latter; missing the parenthesis they end the script with status 2, or the signal is forgotten. So there is one; in any
# other place the line before it has ended the script.
signals_end() {
	on_signals 'exit %d\n)'
}

# signals_hold: they end the script at the end of what must not be parted.
signals_hold() {
	on_signals 'SIGNAL_STATUS=%d'
}

signals_release() {
	signals_end
	((SIGNAL_STATUS == 0)) || exit "$SIGNAL_STATUS"
}

undo_exit() {
	EXIT_STATUS=$1
	trap '' HUP INT TERM
	SIGNALS_CAUGHT='' SIGNAL_STATUS=0
	set +e
	undo_all
	exit "$EXIT_STATUS"
}

# group_start COMMAND...: in the background, in a process group of its own, which is ended when this script is. GROUP is its
# number. When it has ended by itself, and was waited for, group_done is due.
group_start() {
	signals_hold
	(
		group_mark
		exec setsid "$@"
	) &
	GROUP=$!
	undo_push end_group "$GROUP"
	signals_release
}

# group_done: of the group that was started last and is not done.
group_done() {
	unset 'UNDO_STACK[-1]'
}

# group_mark: for scripts that keep a record of what they started.
group_mark() {
	:
}

# run_waiting COMMAND...: for commands that take long. While a command runs in the foreground no trap does; so it runs in
# the background.
run_waiting() {
	local status=0
	group_start "$@"
	wait "$GROUP" || status=$?
	group_done
	return "$status"
}

# end_group PID: asks the group to end, and after five seconds does not ask. One that was just started may not be a group
# of its own yet.
end_group() {
	local tries
	for ((tries = 0; tries < 50; tries++)); do
		kill -TERM -- "-$1" 2>/dev/null || kill -TERM "$1" 2>/dev/null || return 0
		sleep 0.1
	done
	kill -KILL -- "-$1" 2>/dev/null || true
}

# temp_dir VARIABLE: a private folder that goes away at exit.
temp_dir() {
	local -n temp_dir_result=$1
	temp_dir_result=$(mktemp -d "${TMPDIR:-/tmp}/powernightmare.XXXXXXXX")
	undo_push rm -rf "$temp_dir_result"
}

# cache_dir: where what is costly to make is kept between runs.
cache_dir() {
	printf '%s\n' "${PN_CACHE:-${XDG_CACHE_HOME:-${HOME:-/var/cache}/.cache}/powernightmare}"
}

# elapsed_since SECONDS: how long ago $SECONDS had that value, as "2 min 05 s".
elapsed_since() {
	local s=$((SECONDS - $1))
	if ((s < 60)); then
		printf '%d s' "$s"
	else
		printf '%d min %02d s' $((s / 60)) $((s % 60))
	fi
}
