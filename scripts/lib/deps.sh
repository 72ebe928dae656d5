# SPDX-License-Identifier: GPL-2.0-only
# The one list of the Debian packages that the project needs, by purpose, and their installation.

[[ -n "${PN_DEPS_SH:-}" ]] && return 0
readonly PN_DEPS_SH=1

# shellcheck disable=SC2034  # looked up by name in deps_list
readonly DEPS_build='gcc libc6-dev make cmake pkg-config libtraceevent-dev libtracefs-dev libjson-c-dev
	libzstd-dev zlib1g-dev'
# shellcheck disable=SC2034
readonly DEPS_record='trace-cmd jq'
# shellcheck disable=SC2034
readonly DEPS_lab='linux-source-6.1 bc bison flex libelf-dev libssl-dev binutils kmod cpio patch xz-utils
	qemu-system-x86 busybox-static trace-cmd jq'
# shellcheck disable=SC2034
readonly DEPS_plot='gnuplot-nox'
# shellcheck disable=SC2034
readonly DEPS_test='libcmocka-dev libtracecmd-dev bats shellcheck sparse jq git valgrind cppcheck'

# deps_list PURPOSE...: the packages, one a line.
deps_list() {
	local purpose name
	for purpose; do
		name=DEPS_$purpose
		tr -s '[:space:]' '\n' <<<"${!name}"
	done | sort -u
}

# deps_missing PURPOSE...: those of the packages that are not installed.
deps_missing() {
	local package status
	deps_list "$@" | while read -r package; do
		status=$(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null) || status=
		[[ $status == ?i* ]] || printf '%s\n' "$package"
	done
}

# deps_install PURPOSE...: installs what is missing; nothing is touched when nothing is.
deps_install() {
	local missing
	if ! command -v dpkg-query >/dev/null; then
		warn "not a Debian system: no look for packages ($(deps_list "$@" | tr '\n' ' '))"
		return
	fi
	mapfile -t missing < <(deps_missing "$@")
	((${#missing[@]})) || return 0
	((EUID == 0)) || die "$EX_SKIP" "missing packages; as root: apt-get install ${missing[*]}"
	say "installing ${missing[*]}"
	deps_apt update || warn "apt-get update failed; trying with the package lists that are there"
	deps_apt install -y --no-install-recommends "${missing[@]}" ||
		die "$EX_FAIL" "could not install ${missing[*]}"
}

# apt-get talks a lot; only what it says when it fails is of interest.
deps_apt() {
	local log status=0
	log=$(mktemp)
	DEBIAN_FRONTEND=noninteractive apt-get -q "$@" </dev/null >"$log" 2>&1 || status=$?
	((status == 0)) || tail -n 15 "$log" >&2
	rm -f "$log"
	return "$status"
}
