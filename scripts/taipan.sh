#!/bin/sh
# Makes table 1 and the curves of Fig. 8 of the paper about Taipan (paper 2; docs/traceabs.md): all settings of the
# engine traceabs, alone, on vater/loops, vater/loop-* and controlflow. For each setting it counts decided tasks
# (success), tasks that no other setting decides (exclusive), tasks out of time, and other undecided tasks (error; most
# have traces that cannot be excluded, or calls). The portfolio has the tasks that some setting decides.
#
#	scripts/taipan.sh BENCH [LIMIT]
#
# SETTINGS has the settings to run (the default: all), EVERY=3 takes every third task. Tasks in
# tandem-out/taipan/SETTING.tsv are not run again. The table goes to standard output and to tandem-out/taipan/table.txt.
# For each setting and task, tandem-out/taipan/curves.tsv has the seconds, the refinements, the analysed path programs
# and the useful ones; sorted by each of these columns, it gives the four charts. The exit code is 1 if a verdict was
# wrong.
set -uf
bench=${1:?usage: taipan.sh BENCH [LIMIT]}
limit=${2:-10s}
all="default int int,enh=on oct oct,enh=on oct+con oct+con,enh=on poly poly,enh=on"
settings=${SETTINGS:-$all}
jobs=${JOBS:-2}
every=${EVERY:-1}
tandem=${TANDEM:-bin/tandem}
out=tandem-out/taipan
sh "$(dirname "$0")/bench-at.sh" "$bench" || exit 1
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
find "$bench/controlflow" "$bench/vater" -name '*.yml' | grep -e /controlflow/ -e /vater/loops/ -e /vater/loop- | sort | awk -v n="$every" 'NR % n == 1 % n' >"$work/tasks"
[ -s "$work/tasks" ] || { echo "taipan: no tasks below $bench/controlflow and $bench/vater" >&2; exit 1; }

for s in $settings; do
	[ -e "$out/$s.tsv" ] && continue
	echo "taipan: $s" >&2
	# shellcheck disable=SC2046 # names of the bench have no spaces
	"$tandem" bench -q -t "$limit" -j "$jobs" --out "$work/rows.tsv" --output "$work/reports" "--pass=--engine=traceabs:setting=$s" $(cat "$work/tasks") >"$work/summary"
	if [ $? -gt 10 ] || [ ! -s "$work/rows.tsv" ]; then
		echo "taipan: bench failed on $s" >&2
		exit 1
	fi
	find "$work/reports" -name report.json | sort | while read -r f; do
		awk -v task="${f%/report.json}" -v base="$work/reports" '
			match($0, /"traceabs\.(refinements|ai|ai\.useful)": [0-9]+/) { split(substr($0, RSTART, RLENGTH), p, /": /); n[substr(p[1], 11)] = p[2] }
			END { print substr(task, length(base) + 1) "\t" n["refinements"] + 0 "\t" n["ai"] + 0 "\t" n["ai.useful"] + 0 }' "$f"
	done >"$work/counts"
	rm -rf "$work/reports"
	# rows of bench, with the three counters
	awk -F'\t' -v OFS='\t' 'NR == FNR { c[$1] = $2 OFS $3 OFS $4; next }
		FNR > 1 { k = ($1 in c) ? $1 : "/" $1; print $1, $2, $3, $4, $5, $8, (k in c) ? c[k] : "0" OFS "0" OFS "0" }' "$work/counts" "$work/rows.tsv" >"$work/joined"
	mv "$work/joined" "$out/$s.tsv"
done

for s in $all; do
	[ -e "$out/$s.tsv" ] && awk -F'\t' -v OFS='\t' -v s="$s" -v base="$bench/" '{ t = $1; if (index(t, base) == 1) t = substr(t, length(base) + 1); print s, t, $3, $4, $5, $6, $7, $8, $9 }' "$out/$s.tsv"
done >"$work/all"
awk -F'\t' -v OFS='\t' 'BEGIN { print "setting", "task", "status", "seconds", "refinements", "with abstract interpretation", "useful" } { print $1, $2, $4, $5, $7, $8, $9 }' "$work/all" >"$out/curves.tsv"
awk -F'\t' '
function part(t) { return t ~ /^vater/ ? "loops" : "controlflow" }
{
	if (!($1 in seen)) { seen[$1] = 1; order[++n] = $1 }
	p = part($2); N[$1, p]++
	if (!(($2) in task)) { task[$2] = 1; T[p]++ }
	if ($4 == "correct") { S[$1, p]++; if (!($2 in by)) by[$2] = $1; else if (by[$2] != $1) by[$2] = "several"; if (!($2 in got)) { got[$2] = 1; P[p]++ } }
	else if ($4 == "wrong") { W[$1]++; wrong++ }
	else if ($6 ~ /out of time|time limit/) O[$1, p]++
	else E[$1, p]++
	if ($8 > 0 && $4 == "correct") { ai[$1]++; if ($9 > 0) useful[$1]++; if ($9 > most[$1]) most[$1] = $9 }
}
END {
	for (t in by) X[by[t], part(t)]++
	printf "%-16s | %-39s | %-39s | %s\n", "setting", "vater/loops, loop-* (" T["loops"] + 0 ")", "controlflow (" T["controlflow"] + 0 ")", "decided with path programs, of use, most in one task"
	printf "%-16s | %9s %9s %9s %9s | %9s %9s %9s %9s |\n", "", "success", "exclusive", "timeout", "error", "success", "exclusive", "timeout", "error"
	for (i = 1; i <= n; i++) {
		s = order[i]
		printf "%-16s", s
		for (j = 1; j <= 2; j++) { p = j == 1 ? "loops" : "controlflow"; printf " | %9d %9d %9d %9d", S[s, p], X[s, p], O[s, p], E[s, p] }
		printf " | %d %d %d", ai[s], useful[s], most[s]
		if (W[s]) printf "  WRONG %d", W[s]
		printf "\n"
	}
	printf "%-16s | %9d %29s | %9d\n", "portfolio", P["loops"], "", P["controlflow"]
	if (wrong) { print "\nWRONG verdicts: " wrong; exit 1 }
}' "$work/all" >"$out/table.txt"
code=$?
cat "$out/table.txt"
exit $code
