#!/bin/sh
# Measures the branch coverage of generated suites with gcov, for each program in the folders verisec, dart and
# controlflow/locks of the benchmarks, two programs at a time, 30 s each.
#
#	scripts/coverage.sh BENCH [TIME]
#
# The rows in tandem-out/coverage.tsv have: program, branches, taken, proved unreachable, open, tests.
set -u
bench=${1:-../shared/bench}
limit=${2:-30s}
folders=${FOLDERS:-"verisec dart controlflow/locks"}
jobs=${JOBS:-2}
[ "${ONE:-}" ] || sh "$(dirname "$0")/bench-at.sh" "$bench" || exit 1
out=tandem-out
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
one() {
	name=$(basename "$1" .yml)
	line=$(bin/tandem test "$1" -t "$limit" --gcov -q -o "$work/$name" 2>"$work/$name.err" | grep '^GCOV:')
	tests=$(ls "$work/$name" 2>/dev/null | grep -c '^testcase-')
	if [ -z "$line" ]; then
		printf '%s\tfailed\t%s\n' "$1" "$(head -1 "$work/$name.err")"
		return
	fi
	echo "$line" | sed -n 's/^GCOV: \([0-9]*\) branch[es]*, \([0-9]*\) taken, \([0-9]*\) unreachable.*/\1 \2 \3/p' |
		{ read -r all taken un; printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$1" "$all" "$taken" "$un" $((all - taken - un)) "$tests"; }
	rm -rf "${work:?}/$name"
}
if [ "${ONE:-}" ]; then # called by xargs below
	work=$ONE_WORK
	trap - EXIT
	one "$ONE"
	exit
fi
ls_all() { for f in $folders; do ls "$bench/$f"/*.yml 2>/dev/null; done; }
[ "$(ls_all)" ] || { echo "coverage: no tasks in the folders $folders of $bench (FOLDERS names others)" >&2; exit 1; }
ls_all |
	ONE_WORK=$work xargs -P "$jobs" -I TASK env ONE=TASK sh "$0" "$bench" "$limit" | sort >"$out/coverage.tsv"
awk -F'\t' '
	$2 == "failed" { failed++; print "failed: " $1 ": " $3; next }
	{ d = $1; sub("/[^/]*$", "", d); sub(".*/bench/", "", d); n[d]++; all[d] += $2; taken[d] += $3; un[d] += $4; tests[d] += $6 }
	END {
		printf "%-24s %9s %9s %9s %12s %9s %8s\n", "folder", "programs", "branches", "taken", "unreachable", "tests", "percent"
		for (d in n) {
			c = all[d] - un[d]
			printf "%-24s %9d %9d %9d %12d %9d %7.1f%%\n", d, n[d], all[d], taken[d], un[d], tests[d], c ? 100 * taken[d] / c : 100
		}
		if (failed) print failed " failed"
	}' "$out/coverage.tsv"
