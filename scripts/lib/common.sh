# SPDX-License-Identifier: GPL-2.0-only
# Messages, exit statuses, the undo stack and temporary folders that all scripts share.
# shellcheck disable=SC2034  # constants are for the scripts that source this file

[[ -n "${PN_COMMON_SH:-}" ]] && return 0
readonly PN_COMMON_SH=1

# Exit statuses, as in the README: could not, wrong usage, cannot run here.
readonly EX_FAIL=1
readonly EX_USAGE=2
readonly EX_SKIP=77

PN_TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly PN_TOP
readonly PN_NAME=${0##*/}

# Undo commands in the order in which they were pushed; each entry is one command line for eval.
UNDO_STACK=()

say() { printf '%s: %s\n' "$PN_NAME" "$*" >&2; }

warn() { printf '%s: warning: %s\n' "$PN_NAME" "$*" >&2; }

# die STATUS MESSAGE...: one line of error, then exit, which runs the undo stack.
die() {
	local status=$1
	shift
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

# undo_push COMMAND [ARG...]: to be called before the change that it undoes.
undo_push() {
	UNDO_STACK+=("${*@Q}")
}

# undo_all: runs what was pushed, the newest first; a failing entry does not stop the others.
undo_all() {
	local entry
	while ((${#UNDO_STACK[@]})); do
		entry=${UNDO_STACK[-1]}
		unset 'UNDO_STACK[-1]'
		eval "$entry" || warn "could not undo: $entry"
	done
}

# undo_install: the one trap. A signal ends the script as the signal would, after the undo stack ran.
undo_install() {
	trap 'undo_exit $?' EXIT
	trap 'exit 129' HUP
	trap 'exit 130' INT
	trap 'exit 143' TERM
}

undo_exit() {
	local status=$1
	trap '' HUP INT TERM
	set +e
	undo_all
	exit "$status"
}

# run_waiting COMMAND...: for commands that take long. While a command runs in the foreground no trap does; so it runs in
# the background, in a process group of its own, which is ended when this script is.
run_waiting() {
	local pid status=0
	setsid "$@" &
	pid=$!
	undo_push end_group "$pid"
	wait "$pid" || status=$?
	unset 'UNDO_STACK[-1]'
	return "$status"
}

# end_group PID: asks the group to end, and after five seconds does not ask.
end_group() {
	local tries
	for ((tries = 0; tries < 50; tries++)); do
		kill -TERM -- "-$1" 2>/dev/null || return 0
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
