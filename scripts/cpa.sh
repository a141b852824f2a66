#!/bin/sh
# Runs all analyses of the engine cpa, and two products, on the folders of the benchmarks. The table has the decided
# tasks (true and false), the seconds for these, and the number of claimed proofs that were not confirmed.
#
#	scripts/cpa.sh BENCH [LIMIT]
#
# RUNS has the analyses to run (the default: all of the table). Rows of other analyses are taken from tandem-out/cpa if
# they exist. The table goes to standard output and to tandem-out/cpa/table.txt, its numbers to
# tandem-out/cpa/table.tsv, and the rows of tandem bench to tandem-out/cpa/ANALYSIS.tsv. FOLDERS has the folders (the
# default: all that have tasks); JOBS tasks run at the same time (2). The exit code is 1 if a verdict was wrong.
set -uf
bench=${1:?usage: cpa.sh BENCH [LIMIT]}
limit=${2:-10s}
all="value numeric numeric(octagon) predicate predicate(slam) symbolic value+predicate numeric+predicate"
runs=${RUNS:-$all}
jobs=${JOBS:-2}
tandem=${TANDEM:-bin/tandem}
out=tandem-out/cpa
sh "$(dirname "$0")/bench-at.sh" "$bench" || exit 1
folders=${FOLDERS:-$(find "$bench" -name '*.yml' | sed "s#^$bench/##; s#/.*##" | sort -u)}
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

for run in $runs; do
	echo "cpa: $run" >&2
	tasks=
	for f in $folders; do tasks="$tasks $bench/$f"; done
	"$tandem" bench -q -t "$limit" -j "$jobs" --out "$work/rows.tsv" "--pass=--engine=cpa:$run" $tasks >"$work/summary"
	if [ $? -gt 10 ] || [ ! -s "$work/rows.tsv" ]; then
		echo "cpa: bench failed on $run" >&2
		exit 1
	fi
	if awk -F'\t' 'FNR > 1 && $4 != "error" { exit 1 }' "$work/rows.tsv"; then
		echo "cpa: no task of $run could be run: $(sed -n 2p "$work/rows.tsv" | cut -f 8)" >&2
		exit 1
	fi
	mv "$work/rows.tsv" "$out/$run.tsv"
done

# Prefix the rows of tandem bench by the analysis, and remove the path of the benchmarks.
for run in $all; do
	[ -e "$out/$run.tsv" ] && awk -F'\t' -v OFS='\t' -v run="$run" -v base="$bench/" '
		FNR > 1 { task = substr($1, index($1, base) == 1 ? length(base) + 1 : 1); print run, task, $2, $4, $5, $8 }' "$out/$run.tsv"
done >"$work/all.tsv"

awk -F'\t' -v table="$out/table.tsv" '
{
	split($2, path, "/"); f = path[1]
	if (!($1 in seen)) { seen[$1] = 1; order[++runs] = $1 }
	if (!(f in named)) { named[f] = 1; folder[++folders] = f }
	for (i = 1; i <= 2; i++) {
		k = $1 SUBSEP (i == 1 ? f : "total")
		N[k]++
		if ($4 == "correct") { C[k, $3]++; T[k] += $5 }
		if ($4 == "wrong") { W[k]++; if (i == 1) wrong++ }
		if ($6 ~ /proof not confirmed/) U[k]++
	}
}
END {
	folder[++folders] = "total"
	printf "%-20s", "analysis"
	for (j = 1; j <= folders; j++) {
		most = 0
		for (i = 1; i <= runs; i++) if (N[order[i], folder[j]] > most) most = N[order[i], folder[j]]
		printf " | %-25s", folder[j] " (" most ")"
	}
	printf "\n%-20s", ""
	for (j = 1; j <= folders; j++) printf " | %5s %5s %5s %7s", "true", "false", "unc.", "seconds"
	printf "\n"
	print "analysis\tfolder\ttasks\ttrue\tfalse\tunconfirmed\tseconds\twrong" >table
	for (i = 1; i <= runs; i++) {
		printf "%-20s", order[i]
		for (j = 1; j <= folders; j++) {
			k = order[i] SUBSEP folder[j]
			printf " | %5d %5d %5d %7.1f", C[k, "true"], C[k, "false"], U[k], T[k]
			if (W[k]) printf " WRONG %d", W[k]
			printf "%s\t%s\t%d\t%d\t%d\t%d\t%.1f\t%d\n", order[i], folder[j], N[k], C[k, "true"], C[k, "false"], U[k], T[k], W[k] >table
		}
		printf "\n"
	}
	if (wrong) { print "\nWRONG verdicts: " wrong; exit 1 }
}' "$work/all.tsv" >"$out/table.txt"
code=$?
cat "$out/table.txt"
exit $code
