#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2030,SC2031  # every test runs in a subshell of its own, and means to
# Which packages are installed, and when nothing is touched.

bats_require_minimum_version 1.5.0
load helper

setup() {
	library deps
	command_file dpkg-query <<-'END'
		[[ ${!#} == cmake ]] || { printf 'ii '; exit 0; }
		[[ -e $BATS_TEST_TMPDIR/has-cmake ]] && printf 'ii ' || exit 1
	END
	command_file apt-get <<-'END'
		echo "$*" >>"$BATS_TEST_TMPDIR/apt"
		[[ ! -e $BATS_TEST_TMPDIR/apt-fails ]] || { echo "no network"; exit 100; }
	END
}

@test "packages of several purposes are listed once" {
	[ "$(deps_list record lab | grep -c '^trace-cmd$')" = 1 ]
}

@test "only what is missing is installed, after an update, without recommendations" {
	((EUID == 0)) || skip "takes root"
	deps_install build
	[ "$(cat "$BATS_TEST_TMPDIR/apt")" = $'-q update\n-q install -y --no-install-recommends cmake' ]
}

@test "nothing is touched when nothing is missing" {
	: >"$BATS_TEST_TMPDIR/has-cmake"
	deps_install build
	[ ! -e "$BATS_TEST_TMPDIR/apt" ]
}

@test "a failing installation is shown and gives 1" {
	((EUID == 0)) || skip "takes root"
	: >"$BATS_TEST_TMPDIR/apt-fails"
	run deps_install build
	[ "$status" -eq 1 ]
	[[ $output == *"no network"* ]]
}
