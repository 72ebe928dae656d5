# SPDX-License-Identifier: GPL-2.0-only
# What a results folder holds at the end: the comparison with its intervals, pictures, and a page of all.

[[ -n "${PN_FIGURES_SH:-}" ]] && return 0
readonly PN_FIGURES_SH=1

# Repeats without which there is no interval, and no verdict.
# shellcheck disable=SC2034  # for the scripts that source this file
readonly VERDICT_REPEATS=3

# compare_verdicts RESULT: the first governor against the others, with intervals, as compare.txt and compare.json.
compare_verdicts() {
	local result=$1 governor form sides=()
	while read -r governor; do sides+=("$result/$governor"); done < <(jq -r '.governors[]' "$result/manifest.json")
	((${#sides[@]} > 1)) || return 0
	for form in text json; do
		"$PN_BIN/analyzer" compare -f "$form" -o "$result/compare.${form/text/txt}" "${sides[@]}" || {
			warn "no comparison"
			return 0
		}
	done
	say "verdicts: $result/compare.txt"
}

# draw_all RESULT: pictures below plots/ and report.html; the page alone where gnuplot is missing.
draw_all() {
	local result=$1 options=(-q -d "$1/plots" --html "$1/report.html")
	if command -v gnuplot >/dev/null; then
		options+=(--render)
	else
		warn "no gnuplot, so no pictures: apt-get install $(deps_list plot)"
	fi
	if "$PN_BIN/analyzer" plot "${options[@]}" "$result"; then
		say "page: $result/report.html, pictures: $result/plots"
	else
		warn "no page and no pictures"
	fi
}
