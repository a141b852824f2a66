#!/bin/sh
# Makes table 1 of the paper about analyses on ranges of paths (paper 5; docs/ranged.md), with the columns of the paper:
# tasks solved, proofs, alarms, tasks that the parallel combination solves and no analysis alone, wrong proofs, wrong
# alarms. It adds the wall and CPU seconds of solved tasks, and rows that the paper does not have: portfolios (the same
# analyses at the same time, without ranges), other splitters, three ranges.
#
#	scripts/ranged.sh BENCH [LIMIT]
#
# Each task runs alone on the machine (-j 1), with a limit of wall time (10s). Rows are measured on every EVERY-th task
# of the benchmarks (3); the rows in FULL on all tasks. ROWS has the rows to run (the default: all of the table). Tasks
# in tandem-out/ranged/ROW.tsv are not run again, so that an interrupted run continues. The table goes to standard
# output and to tandem-out/ranged/table.txt; tandem-out/ranged/data.tsv has the results of all tasks, from which figures
# 7 to 14 are drawn. The exit code is 1 if a verdict was wrong.
set -uf
bench=${1:?usage: ranged.sh BENCH [LIMIT]}
limit=${2:-10s}
every=${EVERY:-3}
chunk=${CHUNK:-20}
tandem=${TANDEM:-bin/tandem}
full=${FULL-Bmc Se Pred Pf-Bmc-Pred Ws-Bmc-Pred Pf-Se-Pred Ws-Se-Pred}
all="Se Value Pred Bmc Ra-Se Ra-Value Ra-Pred Ra-Bmc Ra-Se-Pred Ra-Value-Pred Ra-Bmc-Pred Ws-Se-Pred Ws-Value-Pred Ws-Bmc-Pred
Pf-Se-Pred Pf-Value-Pred Pf-Bmc-Pred Ra-Bmc-Pred-Lb10 Ra-Bmc-Pred-Rdm Ra-Bmc-Pred-Rdm9 Ws-Bmc-Pred-3"
rows=${ROWS:-$all}
out=${OUT:-tandem-out/ranged}
sh "$(dirname "$0")/bench-at.sh" "$bench" || exit 1
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

engine() { # Se, Value, Pred, Bmc
	case $1 in
	Se) echo symbolic ;;
	Value) echo value ;;
	Pred) echo predicate ;;
	Bmc) echo bmc ;;
	*) echo "ranged: no row $1" >&2; return 1 ;;
	esac
}

# strategy ROW prints the option that runs the row. Ra is the setting of the paper: no stealing, no exchange, and without
# a split the first analysis alone.
strategy() {
	row=$1 split=lb3 parts=
	case $row in
	*-Lb10) split=lb10 row=${row%-Lb10} ;;
	*-Rdm) split=rdm row=${row%-Rdm} ;;
	*-Rdm9) split=rdm9 row=${row%-Rdm9} ;;
	*-3) parts=", parts=3" row=${row%-3} ;;
	esac
	kind=${row%%-*} of=${row#*-}
	a=$(engine "${of%%-*}") && b=$(engine "${of##*-}") || return 1
	case $kind in
	Ra) echo "--strategy=ranged($a, $b; split=$split$parts, steal=none, exchange=off, fallback=first)" ;;
	Ws) echo "--strategy=ranged($a, $b; split=$split$parts, steal=whole)" ;;
	Pf) echo "--strategy=par($a, $b)" ;;
	*) case $a in
		bmc) echo "--engine=bmc" ;;
		*) echo "--engine=cpa:$a" ;;
		esac ;;
	esac
}

find "$bench" -name '*.yml' | sed "s#^$bench/##; s#\.yml\$##" | sort >"$work/every"
for row in $rows; do
	option=$(strategy "$row") || exit 2
	n=$every
	for f in $full; do [ "$f" = "$row" ] && n=1; done
	[ -e "$out/$row.tsv" ] || : >"$out/$row.tsv"
	awk -v n="$n" '(NR - 1) % n == 0' "$work/every" >"$work/wanted"
	while :; do
		awk -F'\t' -v most="$chunk" 'FILENAME == ARGV[1] { seen[$1] = 1; next } !($1 in seen) && k++ < most' "$out/$row.tsv" "$work/wanted" >"$work/todo"
		[ -s "$work/todo" ] || break
		echo "ranged: $row, $(awk -F'\t' 'FILENAME == ARGV[1] { seen[$1] = 1; next } !($1 in seen)' "$out/$row.tsv" "$work/wanted" | wc -l) tasks to do" >&2
		sed "s#^#$bench/#; s#\$#.yml#" "$work/todo" >"$work/paths"
		# shellcheck disable=SC2046
		"$tandem" bench -q -t "$limit" -j 1 --out "$work/rows.tsv" "--pass=$option" $(cat "$work/paths") >"$work/summary"
		code=$?
		# A task that could not be run has a row, too. If no task could be run, the script stops.
		if [ $code -gt 10 ] || ! awk -F'\t' 'FNR > 1 && $4 != "error" { found = 1 } END { exit !found }' "$work/rows.tsv"; then
			echo "ranged: bench failed on $row" >&2
			cat "$work/summary" >&2
			exit 1
		fi
		awk -F'\t' -v OFS='\t' -v base="$bench/" 'FNR > 1 { $1 = substr($1, length(base) + 1); print }' "$work/rows.tsv" >>"$out/$row.tsv"
	done
done

# columns: row, task, expected, verdict, status, seconds, cpu, memory, engine
for row in $all; do
	[ -s "$out/$row.tsv" ] && awk -F'\t' -v OFS='\t' -v row="$row" '{ print row, $1, $2, $3, $4, $5, $9, $6, $7 }' "$out/$row.tsv"
done >"$out/data.tsv"

# Print the table for the tasks that all rows have, and for all tasks, with the rows that have all of them.
table() {
	awk -F'\t' -v order="$(echo $all)" -v least="$1" -v title="$2" '
	{ n[$1]++; row[$1, $2] = $5; verdict[$1, $2] = $4; s[$1, $2] = $6; cpu[$1, $2] = $7; task[$2]; has[$1] = 1 }
	END {
		rows = split(order, name, " ")
		for (t in task) {
			in_[t] = 1
			for (i = 1; i <= rows; i++) if (has[name[i]] && n[name[i]] >= least && !((name[i], t) in row)) in_[t] = 0
		}
		for (t in task) tasks += in_[t]
		printf "%s: %d tasks\n%-20s %7s %7s %7s %9s %12s %12s %10s %10s %6s\n", title, tasks, "", "solved", "proofs", "alarms", "par.only", "wrong proof", "wrong alarm", "wall (s)", "CPU (s)", "errors"
		for (i = 1; i <= rows; i++) {
			r = name[i]
			if (!has[r] || n[r] < least) continue
			proofs = alarms = only = wp = wa = wall = c = faults = 0
			parts = split(r, of, "-")
			for (t in task) {
				if (!in_[t]) continue
				faults += row[r, t] == "error"
				if (row[r, t] == "wrong") { if (verdict[r, t] == "true") wp++; else wa++ }
				if (row[r, t] != "correct") continue
				if (verdict[r, t] == "true") proofs++; else alarms++
				wall += s[r, t]; c += cpu[r, t]
				alone = 0
				for (k = 2; k <= parts; k++) alone += row[of[k], t] == "correct"
				only += parts > 1 && !alone
			}
			wrong += wp + wa
			printf "%-20s %7d %7d %7d %9s %12d %12d %10.1f %10.1f %6d\n", r, proofs + alarms, proofs, alarms, (parts > 1 ? only : "-"), wp, wa, wall, c, faults
		}
		exit wrong > 0
	}' "$out/data.tsv"
}
code=0
{
	table 1 "Every row, tasks that all of them have" || code=1
	most=$(wc -l <"$work/every")
	echo
	table "$most" "Rows with all tasks" || code=1
} >"$out/table.txt"
cat "$out/table.txt"
[ $code = 0 ] || echo "WRONG verdicts" >&2
exit $code
