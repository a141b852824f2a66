#!/bin/sh
# Makes tables in the layout of Tables 1 and 2 of the VATer paper (Yin et al., SAS 2019) on the folder vater of the
# benchmarks: programs verified (#V), seconds for these (T(s)), abstract and exhaustive tests for these (#AT, #BET). For
# each domain, the runs are one forward pass, IAT, IAT+BET, and the default strategy.
#
#	scripts/vater.sh BENCH [LIMIT [DOMAINS]]
#
# RUNS has the runs, of "forward iat bet default" (the default: all four). Rows of other runs are taken from
# tandem-out/vater if they exist. The table goes to standard output and to tandem-out/vater/table.txt, its numbers to
# tandem-out/vater/table.tsv, the rows of tandem bench to tandem-out/vater/DOMAIN-RUN.tsv. Without executions, an
# abstract test never returns false: the forward pass and IAT are not measured on tasks whose assertion fails, on which
# they would run until the limit. JOBS tasks run at the same time (2). The exit code is 1 if a verdict was wrong.
set -uf
IFS='
'
bench=${1:?usage: vater.sh BENCH [LIMIT [DOMAINS]]}
limit=${2:-10s}
domains=$(echo "${3:-interval octagon polyhedra polyhedra+congruence}" | tr " " "\n")
runs=$(echo "${RUNS:-forward iat bet default}" | tr " " "\n")
jobs=${JOBS:-2}
tandem=${TANDEM:-bin/tandem}
out=tandem-out/vater
sh "$(dirname "$0")/bench-at.sh" "$bench/vater" || exit 1
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

# one NAME [OPTION] runs tandem bench. It adds the counters of the reports in columns 9 and 10, and sets column 5 to the
# seconds of the reports, which do not include the writing of files.
one() {
	name=$1
	shift
	rm -rf "$work/tasks"
	echo "vater: $name" >&2
	case $name in
	*-forward | *-iat) tasks=$(grep -rl --include='*.yml' 'expected_verdict: true' "$bench/vater") ;;
	*) tasks=$bench/vater ;;
	esac
	"$tandem" bench -q -t "$limit" -j "$jobs" --output "$work/tasks" --out "$work/rows.tsv" "$@" $tasks >"$work/summary"
	if [ $? -gt 10 ] || [ ! -s "$work/rows.tsv" ]; then
		echo "vater: bench failed on $name" >&2
		exit 1
	fi
	if awk -F'\t' 'FNR > 1 && $4 != "error" { exit 1 }' "$work/rows.tsv"; then
		echo "vater: no task of $name could be run: $(sed -n 2p "$work/rows.tsv" | cut -f 8)" >&2
		exit 1
	fi
	# A task's folder has the name of its definition without leading dots.
	find "$work/tasks" -name report.json -exec awk -v base="$work/tasks/" '
		FNR == 1 { task = substr(FILENAME, length(base) + 1); sub("/report.json$", "", task) }
		/^    "iat\.(at|bet)": / || /^  "seconds": / { gsub(/[":,]/, ""); print task "\t" $1 "\t" $2 }' {} + >"$work/counts.tsv"
	awk -F'\t' -v OFS='\t' '
		NR == FNR { count[$1, $2] = $3; next }
		FNR == 1 { print $0, "at", "bet"; next }
		{
			task = $1
			while (sub(/^\/|^\.\.?\//, "", task)) continue
			while (sub(/\/\.\.?\//, "/", task)) continue
			if ((task, "seconds") in count) $5 = count[task, "seconds"]
			print $0, count[task, "iat.at"] + 0, count[task, "iat.bet"] + 0
		}' "$work/counts.tsv" "$work/rows.tsv" >"$out/$name.tsv"
}

for run in $runs; do
	case $run in
	forward) off=,partition=off,backward=off,values=off,bet=off ;;
	iat) off=,bet=off ;;
	bet) off= ;;
	default)
		one default
		continue
		;;
	*)
		echo "vater: no run $run (there are: forward, iat, bet, default)" >&2
		exit 2
		;;
	esac
	for d in $domains; do one "$d-$run" "--pass=--engine=iat:domain=$d$off"; done
done

for d in $domains; do
	for run in forward iat bet default; do
		f=$out/$d-$run.tsv
		[ $run = default ] && f=$out/default.tsv
		[ -e "$f" ] && awk -F'\t' -v OFS='\t' -v d="$d" -v run=$run 'FNR > 1 { print d, run, $1, $2, $4, $5, $(NF-1), $NF }' "$f"
	done
done >"$work/all.tsv"

# Sum the rows (domain, run, task, expected, status, seconds, at, bet) by folder and expected verdict.
awk -F'\t' -v OFS='\t' -v table="$out/table.tsv" '
function row(d, f, p, label,    i, k, s, has) {
	s = sprintf("%-24s", label)
	for (i = 1; i <= 4; i++) {
		k = d SUBSEP names[i] SUBSEP f SUBSEP p
		has = k in N
		s = s (has ? sprintf(" |%4d %8.1f", V[k], T[k]) : sprintf(" |%4s %8s", "-", "-"))
		if (i == 2 || i == 3) s = s (has ? sprintf(" %6d", A[k]) : sprintf(" %6s", "-"))
		if (i == 3) s = s (has ? sprintf(" %6d", B[k]) : sprintf(" %6s", "-"))
		if (W[k]) s = s " WRONG " W[k]
		if (has) print d, names[i], f, p, N[k] + 0, V[k] + 0, sprintf("%.2f", T[k]), A[k] + 0, B[k] + 0, W[k] + 0 >table
	}
	print s
}
function head(d, title, by) {
	printf "\n%s, domain %s\n", title, d
	printf "%-24s | %-12s | %-19s | %-26s | %s\n", "", "forward only", "IAT", "IAT+BET", "default"
	printf "%-24s |%4s %8s |%4s %8s %6s |%4s %8s %6s %6s |%4s %8s\n", by, "#V", "T(s)", "#V", "T(s)", "#AT", "#V", "T(s)", "#AT", "#BET", "#V", "T(s)"
}
function add(d, run, f, p) {
	k = d SUBSEP run SUBSEP f SUBSEP p
	N[k]++
	if ($5 == "wrong") { W[k]++; wrong++ }
	if ($5 != "correct") return
	V[k]++; T[k] += $6; A[k] += $7; B[k] += $8
}
# size is the number of tasks of a row, the same in all runs.
function size(d, f, p,    i) {
	for (i = 1; i <= 4; i++) if ((d SUBSEP names[i] SUBSEP f SUBSEP p) in N) return N[d, names[i], f, p]
	return 0
}
BEGIN {
	split("forward iat bet default", names, " ")
	one = split("HOLA C4B", first, " ")
	two = split("loops loop-new loop-lit loop-invgen loop-crafted loop-acceleration", second, " ")
	for (i = 1; i <= one; i++) group[first[i]] = "1"
	for (i = 1; i <= two; i++) group[second[i]] = "2"
	print "domain", "run", "folder", "expected", "tasks", "verified", "seconds", "at", "bet", "wrong" >table
}
{
	n = split($3, path, "/"); f = path[n-1]
	if (!(f in group)) next
	if (!($1 in seen)) { seen[$1] = 1; order[++domains] = $1 }
	if (group[f] == "1") { add($1, $2, f, "all"); add($1, $2, "total 1", "all") }
	else { add($1, $2, f, $4); add($1, $2, "total 2", $4) }
}
END {
	for (j = 1; j <= domains; j++) {
		d = order[j]
		head(d, "Table 1", "benchmark")
		for (i = 1; i <= one; i++) row(d, first[i], "all", first[i] "(" size(d, first[i], "all") ")")
		row(d, "total 1", "all", "total(" size(d, "total 1", "all") ")")
		head(d, "Table 2", "folder")
		for (i = 1; i <= two + 1; i++) {
			f = i > two ? "total 2" : second[i]
			label = i > two ? "total" : f
			row(d, f, "true", label " T(" size(d, f, "true") ")")
			row(d, f, "false", label " F(" size(d, f, "false") ")")
		}
	}
	if (wrong) { print "\nWRONG verdicts: " wrong; exit 1 }
}' "$work/all.tsv" >"$out/table.txt"
code=$?
cat "$out/table.txt"
exit $code
