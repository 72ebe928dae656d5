# SPDX-License-Identifier: GPL-2.0-only
# A kernel's source tree: what it is, copies of it, and changes to it.

[[ -n "${PN_KERNEL_TREE_SH:-}" ]] && return 0
readonly PN_KERNEL_TREE_SH=1

# Objects and what else a build leaves; only for trees that are not under git, which says so itself.
readonly TREE_BUILT=(--exclude=.git '--exclude=*.o' '--exclude=*.a' '--exclude=*.ko' '--exclude=*.cmd' '--exclude=vmlinux*'
	'--exclude=.tmp_*')

# tree_files TREE: the files that are source, by git, each ended by a null byte; fails where git does not know.
tree_files() {
	[[ -e $1/.git ]] || return
	git -C "$1" ls-files -z --cached --others --exclude-standard
}

# tree_id TREE: by content where git keeps the tree, else by the name, size and time of every file.
tree_id() {
	local tree=$1
	if [[ -e $tree/.git ]] && git -C "$tree" rev-parse HEAD 2>/dev/null; then
		git -C "$tree" diff HEAD
		git -C "$tree" ls-files -z --others --exclude-standard | (cd "$tree" && xargs -0r sha256sum)
	else
		(cd "$tree" && find . -name .git -prune -o -type f -printf '%p %s %T@\n' | LC_ALL=C sort)
	fi
}

# tree_copy TREE TARGET: the source alone, with what is not committed.
tree_copy() {
	local tree=$1 target=$2 list
	[[ -e $tree/Makefile && -e $tree/Kconfig ]] || die "$EX_FAIL" "$tree: is not a kernel's source"
	list=$(mktemp)
	undo_push rm -f "$list"
	if tree_files "$tree" >"$list" 2>/dev/null; then
		# What was deleted is still listed.
		(cd "$tree" && tar -cf - --null --files-from="$list" --ignore-failed-read 2>/dev/null) | tar -xf - -C "$target"
	else
		tar -C "$tree" -cf - "${TREE_BUILT[@]}" . | tar -xf - -C "$target"
		run_waiting make -s -C "$target" mrproper >/dev/null
	fi
}

# changes_id CHANGE: of "KIND FILE", by content; a sourced library of an edit script is not looked at.
changes_id() {
	sha256sum <"${1#* }"
}

# tree_change TREE LOG CHANGE...: each is "KIND FILE".
tree_change() {
	local tree=$1 log=$2 change file
	shift 2
	for change; do
		file=${change#* }
		"change_${change%% *}" "$tree" "$file" >"$log" 2>&1 || {
			change_errors "$log" >&2
			die "$EX_FAIL" "$file: does not apply to this kernel"
		}
	done
}

change_diff() {
	patch -d "$1" -p1 --batch --forward --no-backup-if-mismatch <"$2"
}

change_edit() {
	if [[ -x $2 ]]; then (cd "$1" && "$2"); else (cd "$1" && bash "$2"); fi
}

change_semantic() {
	local difference
	command -v spatch >/dev/null || { echo "error: no spatch; apt-get install coccinelle"; return 1; }
	difference=$(mktemp)
	undo_push rm -f "$difference"
	spatch --very-quiet --sp-file "$2" --dir "$1/drivers/cpuidle" --patch "$1" >"$difference" || return
	[[ -s $difference ]] || { echo "error: it matches nothing"; return 1; }
	change_diff "$1" "$difference"
}

# change_errors LOG: what a failed change says, the first real error first.
change_errors() {
	grep -m 5 -E "FAILED|can't find file|malformed|[Ee]rror" "$1" || tail -n 5 "$1"
}

# tree_reduce TREE: leaves what building modules against it takes, a twentieth.
tree_reduce() {
	local tree=$1
	find "$tree" -mindepth 1 -maxdepth 1 ! -name Makefile ! -name Kbuild ! -name Kconfig ! -name .config ! -name include \
		! -name arch ! -name scripts ! -name tools ! -name Module.symvers ! -name System.map -exec rm -rf {} +
	find "$tree/arch" -mindepth 1 -maxdepth 1 -type d ! -name x86 -exec rm -rf {} +
	find "$tree/tools" -mindepth 1 -maxdepth 1 ! -name objtool ! -name Makefile -exec rm -rf {} +
	find "$tree/arch" "$tree/tools" -name '*.o' -delete
}
