#!/bin/sh
# Makes table 1 of the paper about SYNERGY (paper 4; docs/synergy.md) on the programs of testdata/synergy: tests,
# refinements, generalisations, queries of the frontier and seconds, of synergy and of the engines that it is compared
# with. The programs are safe ones and their unsafe twins, and loop bounds and diamonds in the sizes that the programs
# list. Further rows have synergy with one option switched off, and, named "beside", synergy after turns of other
# engines.
#
#	scripts/synergy.sh [LIMIT]
#
# PROGRAMS='fig* test*' selects programs, SIZES=1 takes only their first size, ENGINES selects engines. Rows in
# tandem-out/synergy/rows.tsv are not run again. The table goes to standard output and to tandem-out/synergy/table.txt.
# The exit code is 1 if a verdict was wrong.
set -uf
limit=${1:-10s}
programs=${PROGRAMS:-fig* test* hard_*}
sizes=${SIZES:-9}
paper="synergy lee-yannakakis slam concolic:order=depth-first"
switched="synergy:relevance=off synergy:split=edge synergy:scope=function synergy:initial=conditions beside beside:exchange=off"
engines=${ENGINES:-$paper $switched default}
tandem=${TANDEM:-bin/tandem}
out=${OUT:-tandem-out/synergy}
case $sizes in
'' | *[!0-9]* | 0) echo "synergy: SIZES is how many sizes of a program are taken, from 1 on, not '$sizes'" >&2; exit 2 ;;
esac
mkdir -p "$out"
rows=$out/rows.tsv
touch "$rows"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

# one ENGINE FILE NAME SIZE TWIN runs a program and adds its row to $rows.
one() {
	by=--engine=$1
	case $1 in
	default) by=--strategy=default ;;
	beside*) by="--strategy=seq(random 3%, guess 15%, concolic 10%, synergy${1#beside})" ;;
	esac
	"$tandem" verify -q --json --check none -t "$limit" "$by" -D "N=$4" -D "$5" "$2" >"$work/report.json" 2>"$work/errors"
	code=$?
	if [ $code -ne 0 ] && [ $code -ne 10 ] && [ $code -ne 20 ]; then
		echo "synergy: $1 on $3 failed with exit code $code" >&2
		cat "$work/errors" >&2
		exit 1
	fi
	awk -v OFS='\t' -v engine="$1" -v name="$3" -v size="$4" -v twin="$5" '
		match($0, /^    "[a-z.]+": [0-9]+/) { split(substr($0, RSTART + 5, RLENGTH - 5), p, /": /); n[p[1]] = p[2] }
		/^  "verdict": / { gsub(/[",]/, ""); verdict = $2; sub(/\(.*/, "", verdict) }
		/^  "seconds": / { gsub(/,/, ""); seconds = $2 }
		END {
			tests = n["synergy.tests"] + n["concolic.tests"] + n["cpa.tests"]
			refinements = n["synergy.refinements"] + n["cpa.refinements"]
			want = twin == "SAFE" ? "true" : "false"
			status = verdict == want ? "correct" : verdict == "unknown" ? "unknown" : "wrong"
			print engine, name, size, twin, status, tests + 0, refinements, n["synergy.generalisations"] + 0, n["synergy.queries"] + n["concolic.queries"] + 0, sprintf("%.2f", seconds)
		}' "$work/report.json" >>"$rows"
}

for pattern in $programs; do
	# Expand the pattern; the names of programs have no spaces.
	set +f
	for f in testdata/synergy/$pattern.c; do
		set -f
		[ -e "$f" ] || { echo "synergy: no program testdata/synergy/$pattern.c (PROGRAMS)" >&2; exit 2; }
		name=$(basename "$f" .c)
		all=$(sed -n 's#^// sizes: ##p' "$f")
		for size in $(echo "${all:-0}" | tr ' ' '\n' | head -n "$sizes"); do
			for engine in $engines; do
				for twin in SAFE FAULT; do
					grep -q "^$engine	$name	$size	$twin	" "$rows" || one "$engine" "$f" "$name" "$size" "$twin"
				done
			done
		done
		echo "synergy: $name" >&2
	done
done

awk -F'\t' -v engines="$engines" '
function cell(e, k,    r) {
	if (!((e, k) in S)) return sprintf("%29s", "")
	if (S[e, k] == "wrong") return sprintf("%29s", "WRONG")
	r = sprintf("%5d %5d %5d %5d", T[e, k], R[e, k], G[e, k], Q[e, k])
	return sprintf("%23s %5s", r, S[e, k] == "correct" ? sprintf("%.1f", X[e, k]) : "*")
}
BEGIN { n = split(engines, engine, " ") }
{
	k = $2 "\t" $3 "\t" $4
	if (!(k in seen)) { seen[k] = 1; order[++rows] = k }
	S[$1, k] = $5; T[$1, k] = $6; R[$1, k] = $7; G[$1, k] = $8; Q[$1, k] = $9; X[$1, k] = $10
	if ($5 == "wrong") wrong++
	if ($5 == "correct") { C[$1]++; D[$1] += $10 }
	N[$1]++
}
END {
	printf "%-22s %8s %-5s", "program", "size", "twin"
	for (i = 1; i <= n; i++) printf " | %29s", engine[i]
	printf "\n%-22s %8s %-5s", "", "", ""
	for (i = 1; i <= n; i++) printf " | %5s %5s %5s %5s %5s", "tests", "refs", "gens", "asked", "s"
	printf "\n"
	for (j = 1; j <= rows; j++) {
		split(order[j], p, "\t")
		printf "%-22s %8s %-5s", p[1], p[2] == 0 ? "" : p[2], p[3] == "SAFE" ? "true" : "false"
		for (i = 1; i <= n; i++) printf " | %s", cell(engine[i], order[j])
		printf "\n"
	}
	printf "%-37s", "decided, of, seconds for these"
	for (i = 1; i <= n; i++) printf " | %11d %8d %8.1f", C[engine[i]], N[engine[i]], D[engine[i]]
	printf "\n"
	if (wrong) { print "\nWRONG verdicts: " wrong; exit 1 }
}' "$rows" >"$out/table.txt"
code=$?
cat "$out/table.txt"
exit $code
