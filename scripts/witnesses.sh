#!/bin/sh
# Tests that `tandem witness check` rejects no witness that tandem writes for the verdicts on the benchmarks. Usage:
# witnesses.sh BENCH [LIMIT [CHECK-LIMIT]]
set -u
cd "$(dirname "$0")/.."
bench=${1:-../shared/bench}
limit=${2:-10s}
check=${3:-30s}
sh scripts/bench-at.sh "$bench" || exit 1
out=tandem-out/witnesses
rm -rf "$out"
mkdir -p "$out"
bin/tandem bench "$bench" -t "$limit" -j 2 --output "$out/tasks" --out "$out/bench.tsv"
[ $? -le 10 ] || exit 1 # 10: a verdict differs from the expected one
# A task's folder has the name of its definition without leading dots.
find "$out/tasks" -name 'witness.*' | sort | while read -r w; do
	name=$(dirname "${w#"$out/tasks/"}")
	task=
	for up in '' ../ ../../ /; do
		[ -f "$up$name.yml" ] && task="$up$name.yml" && break
	done
	if [ -z "$task" ]; then
		echo "no task	$w"
		continue
	fi
	echo "$(bin/tandem witness check -q -t "$check" "$w" "$task" 2>&1 | tail -n 1)	$w"
done >"$out/checks.tsv"
for v in confirmed rejected unknown; do
	echo "$v: $(grep -c "^RESULT: $v" "$out/checks.tsv")"
done
grep -v '^RESULT: confirmed' "$out/checks.tsv" | head -n 50
! grep -qv '^RESULT: [cu]' "$out/checks.tsv"
