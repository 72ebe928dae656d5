#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Opens the page from disk in headless Chromium, as wide as a phone and as a desk. TAP on stdout.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/golden-lib.sh"
source "$PN_TOP/tests/support/plot_tree.sh"

usage() {
	cat <<END
Usage: page.sh --bin DIR

Makes the page of a made-up results folder and opens it in Chromium: every
picture is shown, nothing is wider than the window, no message on the
console. Needs gnuplot and chromium.

Example:
  tests/golden/page.sh --bin build/bin

Exit status: 0 all well, 1 something is not, 77 a program is missing.
END
}

# browse OPTION... FILE: with a profile of its own, and no way to any network.
browse() {
	timeout 120 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$WORK/profile" \
		--host-resolver-rules='MAP * ~NOTFOUND' --allow-file-access-from-files --enable-logging=stderr "$@" 2>"$WORK/log"
}

# measured WIDTH: what a frame of that width makes of the page: its width, pictures, pictures shown, requests.
measured() {
	cat >"$WORK/frame.html" <<-END
		<!DOCTYPE html><title>loading</title><body><iframe id="f" width="$1" height="2000" src="page.html"></iframe>
		<script>
		document.getElementById("f").onload = function () {
			const frame = this.contentWindow, pictures = [...frame.document.images];
			document.body.textContent = ["measured", frame.document.documentElement.scrollWidth, pictures.length,
				pictures.filter(p => p.complete && p.naturalWidth > 0).length,
				frame.performance.getEntriesByType("resource").filter(r => !r.name.startsWith("data:")).length].join(" ");
		};
		</script>
	END
	browse --virtual-time-budget=20000 --dump-dom "file://$WORK/frame.html" | grep -oE 'measured [0-9 ]+'
}

number=0 failed=0

# tell WHAT STATUS
tell() {
	number=$((number + 1))
	if (($2 == 0)); then
		echo "ok $number - $1"
	else
		echo "not ok $number - $1"
		failed=1
	fi
}

# at_width WIDTH PICTURES
at_width() {
	local words width pictures shown requests size
	words=$(measured "$1") || words='measured 0 0 0 0'
	read -r _ width pictures shown requests <<<"$words"
	echo "# $1: $words"
	tell "$1 wide: nothing is wider" $((width > 0 && width <= $1 ? 0 : 1))
	tell "$1 wide: all $2 pictures are shown" $((pictures == $2 && shown == $2 ? 0 : 1))
	tell "$1 wide: nothing is fetched" $((requests == 0 ? 0 : 1))
	tell "$1 wide: nothing on the console" "$(grep -c CONSOLE "$WORK/log" || true)"
	browse --hide-scrollbars --window-size="$1,1600" --screenshot="$WORK/shot.png" "file://$WORK/page.html" >/dev/null
	size=$(wc -c <"$WORK/shot.png")
	tell "$1 wide: a screenshot of $size bytes is no empty page" $((size > 20000 ? 0 : 1))
}

main() {
	local scripts
	[[ ${1:-} != --help && ${1:-} != -h ]] || { usage; return; }
	[[ $# -eq 2 && $1 == --bin ]] || { usage >&2; exit 2; }
	use_programs "$2"
	command -v gnuplot >/dev/null || skip "no gnuplot; apt-get install gnuplot-nox"
	command -v chromium >/dev/null || skip "no chromium; apt-get install chromium"
	work_folder
	cd "$WORK"
	plot_tree results
	analyzer plot -q --render --html page.html -d plots results
	scripts=(plots/*.gp)
	at_width 360 ${#scripts[@]}
	at_width 1200 ${#scripts[@]}
	echo "1..$number"
	return "$failed"
}

main "$@"
