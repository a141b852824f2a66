#!/bin/sh
# Tests that the harness of every verdict `false` on the benchmarks, compiled by gcc, reproduces the violation (exit
# code 107). It also counts the witnesses, which tandem writes only if they pass its lint. Usage: harnesses.sh BENCH
# [LIMIT]
set -u
cd "$(dirname "$0")/.."
bench=${1:-../shared/bench}
limit=${2:-10s}
sh scripts/bench-at.sh "$bench" || exit 1
out=tandem-out/harnesses
rm -rf "$out"
mkdir -p "$out"
bin/tandem bench "$bench" -t "$limit" -j 2 --output "$out/tasks" --out "$out/bench.tsv"
[ $? -le 10 ] || exit 1 # 10: a verdict differs from the expected one
falses=$(awk -F'\t' '$3 ~ /^false/' "$out/bench.tsv" | wc -l)
trues=$(awk -F'\t' '$3 == "true"' "$out/bench.tsv" | wc -l)
total=0 good=0
for h in $(find "$out/tasks" -name harness.c | sort); do
	total=$((total + 1))
	if gcc -m32 -msse2 -mfpmath=sse -O1 -w -o "$out/a.out" "$h" -lm 2>"$out/gcc.log"; then
		timeout 60 "$out/a.out" >/dev/null 2>&1
		code=$?
		if [ $code = 107 ]; then
			good=$((good + 1))
		else
			echo "exit code $code: $h"
		fi
	else
		echo "does not compile: $h"
		head -n 3 "$out/gcc.log"
	fi
done
yaml=$(find "$out/tasks" -name witness.yml | wc -l)
graphml=$(find "$out/tasks" -name witness.graphml | wc -l)
echo "false verdicts $falses, harnesses $total, reproduced (exit 107) $good"
echo "true verdicts $trues; witnesses: YAML $yaml, GraphML $graphml"
[ "$falses" = "$total" ] && [ "$total" = "$good" ]
