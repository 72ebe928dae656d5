#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Draws every kind of picture with gnuplot and looks for what is in them, and in the page. TAP on stdout.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/golden-lib.sh"
source "$PN_TOP/tests/support/plot_tree.sh"

usage() {
	cat <<END
Usage: render.sh --bin DIR

Draws a made-up results folder, and checks that each picture and the page
hold something. Needs gnuplot.

Example:
  tests/golden/render.sh --bin build/bin

Exit status: 0 all well, 1 something is not, 77 gnuplot is missing.
END
}

number=0 failed=0

# check WHAT COMMAND...
check() {
	local what=$1
	shift
	number=$((number + 1))
	if "$@"; then
		echo "ok $number - $what"
	else
		echo "not ok $number - $what"
		failed=1
	fi
}

# drawn_in SVG: the colours of the palette in it.
drawn_in() {
	grep -oE '#0072B2|#D55E00|rgb\( *0, *114, *178\)|rgb\(213, *94, *0\)' "$1" | tr -d ' ' | sort -u
}

# empty_series SVG: the series with nothing below the title and the legend, which end 60 units from the top.
empty_series() {
	awk '
		/<g id="gnuplot_plot_/ { report(); inside = 1; title = $0; marks = 0 }
		inside {
			rest = $0
			while (match(rest, /[0-9.]+,[0-9.]+/)) {
				split(substr(rest, RSTART, RLENGTH), at, ",")
				marks += at[2] > 60
				rest = substr(rest, RSTART + RLENGTH)
			}
		}
		END { report(); if (!seen) print "no series at all" }
		function report() { seen += inside; if (inside && !marks && title !~ /no stays|measured zero/) print title }' "$1"
}

# not_blank FOLDER NAME SCRIPT-COLOURS: the SVG has a drawing in every colour that the script asks for, and the PNG is
# larger than an empty frame with the same words would be.
not_blank() {
	local asked drawn
	asked=$(grep -oE "#0072B2|#D55E00" "$1/$2.gp" | sort -u | wc -l)
	drawn=$(drawn_in "$1/$2.svg" | wc -l)
	((asked > 0 && drawn == asked)) || { echo "# $2: $asked colours asked for, $drawn drawn"; return 1; }
	! empty_series "$1/$2.svg" | sed 's/^/# empty: /' | grep . || return 1
	[[ $(head -c 4 "$1/$2.png" | od -An -c | tr -d ' ') == '211PNG' ]] || { echo "# $2: no PNG"; return 1; }
	(($(wc -c <"$1/$2.png") > $(wc -c <"$1/frame.png"))) || { echo "# $2: as small as an empty frame"; return 1; }
}

# frame FOLDER: what an empty picture of that size takes.
frame() {
	gnuplot -e "set terminal pngcairo size 1440,900; set output '$1/frame.png'; plot [0:1] [0:1] NaN notitle" 2>/dev/null
}

pictures() {
	local folder=$1 script name
	frame "$folder"
	for script in "$folder"/*.gp; do
		name=$(basename "$script" .gp)
		check "${folder##*/}: $name" not_blank "$folder" "$name"
	done
}

# self_contained PAGE: nothing is fetched, and no script is run.
self_contained() {
	! grep -nE 'https?://|<script|<link|<iframe|url\(|@import' "$1" | cut -c1-100 | sed 's/^/# /' | grep . &&
		! grep -oE 'src="[^"]{0,30}' "$1" | grep -v '^src="data:image/svg+xml;base64,' | sed 's/^/# /' | grep .
}

# every_picture PAGE FOLDER: as many as there are scripts, each with words for those who cannot see it.
every_picture() {
	local scripts=("$2"/*.gp)
	[[ $(grep -c '<img alt="[^"]' "$1") -eq ${#scripts[@]} ]]
}

# whole_pictures PAGE FOLDER: the first one is the SVG to the byte.
whole_pictures() {
	grep -oE 'base64,[A-Za-z0-9+/=]*' "$1" | cut -d, -f2- | while read -r text; do
		base64 -d <<<"$text" | sha256sum
	done | sort >"$WORK/in-page"
	sha256sum <"$2/plain-difference.svg" | grep -qFf - "$WORK/in-page" &&
		[[ $(wc -l <"$WORK/in-page") -eq $(sort -u "$WORK/in-page" | wc -l) ]]
}

escaped() {
	grep -q '&lt;b&gt;made up&lt;/b&gt; &amp; &quot;quoted&quot;' "$1" && ! grep -q '<b>made up' "$1"
}

sections() {
	local id
	for id in verdicts left-out quality states machine definitions; do
		grep -q "<section id=\"$id\">" "$1" || { echo "# no section $id"; return 1; }
	done
	grep -q 'name="viewport"' "$1" && grep -q 'prefers-color-scheme:dark' "$1" && grep -q '@media print' "$1"
}

# balanced PAGE: every element that is opened is closed.
balanced() {
	local tag opened closed
	for tag in section div table tr figure ul dl details h2 h3 main html; do
		opened=$(grep -oE "<${tag}[ >]" "$1" | wc -l)
		closed=$(grep -oF "</$tag>" "$1" | wc -l)
		((opened == closed)) || { echo "# $tag: $opened opened, $closed closed"; return 1; }
	done
}

same_again() {
	local file
	for file in "$1"/*.tsv "$1"/*.gp; do
		cmp "$file" "$2/${file##*/}" || return 1
	done
}

# hostile_names: a score that is called like an option, a path and a command is a picture like any other.
hostile_names() {
	local svgs
	mkdir -p hostile/01
	cp results/menu/plain/01/report.json hostile/01/
	# shellcheck disable=SC2016  # not to be expanded
	jq '.score.name = "-../../`touch oops`<script>"' results/menu/plain/01/workload.json >hostile/01/workload.json
	# shellcheck disable=SC2016
	analyzer plot -q --render --html hostile.html -d hostile-plots --label '`touch oops`%s'"'" hostile || return 1
	svgs=(hostile-plots/*script*.svg)
	[[ -e ${svgs[0]} && -z $(find . -name 'oops*') ]] && ! grep -q '<script' hostile.html
}

without_gnuplot() {
	local tools=$WORK/tools status=0
	mkdir "$tools"
	ln -s "$(command -v analyzer)" "$tools/analyzer"
	PATH=$tools analyzer plot -q --render -d "$WORK/none" results 2>"$WORK/said" || status=$?
	[[ $status -eq 1 ]] && grep -q 'gnuplot-nox' "$WORK/said" && [[ -e $WORK/none/plain-difference.gp ]]
}

main() {
	[[ ${1:-} != --help && ${1:-} != -h ]] || { usage; return; }
	[[ $# -eq 2 && $1 == --bin ]] || { usage >&2; exit 2; }
	use_programs "$2"
	command -v gnuplot >/dev/null || skip "no gnuplot; apt-get install gnuplot-nox"
	command -v jq >/dev/null || skip "no jq; apt-get install jq"
	work_folder
	cd "$WORK"
	plot_tree results
	plot_traces traces
	analyzer plot -q --render --html page.html -d plots results
	analyzer plot -q --render --bin 20ms -d latency traces/menu.txt traces/teo.txt
	pictures plots
	pictures latency
	check "the page needs nothing else" self_contained page.html
	check "every picture is in the page" every_picture page.html plots
	check "pictures are in the page whole" whole_pictures page.html plots
	check "what is told of the run is escaped" escaped page.html
	check "the page has its parts" sections page.html
	check "the page is well formed" balanced page.html
	analyzer plot -q -d again results
	check "the same input gives the same files" same_again plots again
	check "names cannot leave the folder or run anything" hostile_names
	check "without gnuplot: 1, and how to get it" without_gnuplot
	echo "1..$number"
	return "$failed"
}

main "$@"
