#!/bin/sh
# Verifies N tasks of the benchmarks twice with --deterministic, and compares the JSON documents without times and
# memory. The tasks are spread over the folders: every k-th row of tasks.tsv.
#
#	scripts/determinism.sh BENCH [N [TIME]]
#
# The rows in tandem-out/determinism.tsv have: task, same or DIFFERS, verdict, seconds of the two runs. The documents of
# a task with different results are kept in the same folder.
set -u
bench=${1:-../shared/bench}
n=${2:-50}
limit=${3:-60s}
jobs=${JOBS:-2}
[ "${ONE:-}" ] || sh "$(dirname "$0")/bench-at.sh" "$bench" || exit 1
out=tandem-out
mkdir -p "$out"
one() {
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	secs=
	for i in 1 2; do
		begin=$(date +%s.%N)
		bin/tandem verify "$1" --deterministic --json -q -t "$limit" >"$work/$i.json" 2>"$work/$i.err"
		secs="$secs	$(echo "$(date +%s.%N) $begin" | awk '{printf "%.1f", $1 - $2}')"
		sed -E '/"(seconds|memory)":/d' "$work/$i.json" >"$work/$i"
	done
	verdict=$(sed -n 's/^RESULT: //p' "$work/1.err" | cut -c1-60)
	same=same
	if ! [ -s "$work/1" ] || ! cmp -s "$work/1" "$work/2"; then
		same=DIFFERS
		name=$(echo "$1" | sed "s,^$bench/,,; s,/,-,g")
		cp "$work/1" "$out/determinism-$name.1.json"
		cp "$work/2" "$out/determinism-$name.2.json"
	fi
	printf '%s\t%s\t%s%s\n' "$1" "$same" "$verdict" "$secs"
}
if [ "${ONE:-}" ]; then # called by xargs below
	one "$ONE"
	exit
fi
[ -f "$bench/tasks.tsv" ] || { echo "determinism: no list of tasks $bench/tasks.tsv" >&2; exit 1; }
rm -f "$out"/determinism-*.json
awk -F'\t' 'NR > 1 { sub("[.][^.]*$", ".yml", $1); print $1 }' "$bench/tasks.tsv" |
	while read -r t; do [ -f "$bench/$t" ] && echo "$bench/$t"; done >"$out/determinism.tasks"
awk -v n="$n" '{ t[NR] = $0 } END { k = NR > n ? NR / n : 1; for (i = 0; i < n && int(i * k) < NR; i++) print t[int(i * k) + 1] }' "$out/determinism.tasks" |
	xargs -P "$jobs" -I TASK env ONE=TASK sh "$0" "$bench" "$n" "$limit" | sort >"$out/determinism.tsv"
rm -f "$out/determinism.tasks"
awk -F'\t' '
	{ all++; cut += $3 ~ /unknown [(](time|memory) limit/; t += $4 }
	$2 == "same" { same++; next }
	{ print "differs: " $1 ": " $3 }
	END { printf "%d of %d tasks give the same JSON twice; %d were cut by the clock or the memory; %.1f s each\n", same, all, cut, all ? t / all : 0; exit same < all }' "$out/determinism.tsv"
