#!/bin/sh
# Compares residual testing with naive testing (paper 3, section 5; docs/residual.md). A verifier stops at 1/4, 1/2 and
# 3/4 of its work. A tester that does not know the condition tests the program, and the residual program. The result is
# how many tests, and how much time, it takes to cover as much of the open part as naive testing covers in 10 s.
#
#	scripts/residual-testing.sh BENCH
#
# The rows go to tandem-out/residual-testing: seven.tsv (the seven programs of the paper), faults.tsv (mutants of these)
# and bench.tsv (verisec and controlflow). The summary goes to standard output. PARTS has the files to measure (seven
# faults bench), SEEDS the number of runs of the tester (5), EACH=n takes every n-th program of the benchmarks (1), and
# MUTANTS is the number of mutants of each program (60). The exit code is 1 if not all was measured.
set -u
bench=${1:?usage: residual-testing.sh BENCH}
out=$PWD/tandem-out/residual-testing
failed=0
here=$(dirname "$0")
sh "$here/bench-at.sh" "$bench" || exit 1
mkdir -p "$out/drivers"
sh "$here/residual-drivers.sh" "$bench" "$out/drivers" || exit 1
export TANDEM_BENCH_DIR="$(cd "$bench" && pwd)" TANDEM_SEEDS="${SEEDS:-5}" TANDEM_EACH="${EACH:-1}" TANDEM_MUTANTS="${MUTANTS:-60}"
go test -c -o "$out/test" ./internal/app || exit 1

# run NAME TEST runs a Go test, on two halves of the programs at the same time
run() {
	for k in 0 1; do
		TANDEM_SHARD=$k/2 TANDEM_TABLE="$out/$1.$k" "$out/test" -test.run "^$2\$" -test.timeout 6h >"$out/$1.$k.log" 2>&1 &
	done
	wait
	for k in 0 1; do
		grep -q '^PASS' "$out/$1.$k.log" && continue
		echo "$1: a half of the programs was not measured to its end:" >&2
		tail -3 "$out/$1.$k.log" >&2
		failed=1
	done
	cat "$out/$1.0" "$out/$1.1" >"$out/$1.tsv"
}
for part in ${PARTS:-seven faults bench}; do
	rm -f "$out/$part".?
	case $part in
	seven) TANDEM_SEVEN="$out/drivers" run seven TestResidualTable ;;
	faults) TANDEM_SEVEN="$out/drivers" run faults TestResidualFaults ;;
	bench) run bench TestResidualTable ;;
	*)
		echo "no part $part (there are: seven faults bench)" >&2
		exit 1
		;;
	esac
done

# A row of the summary is a program and a stop, with all seeds. A run that does not reach the wanted coverage counts as
# twice the tests of the naive run.
for part in seven bench; do
	[ -s "$out/$part.tsv" ] || continue
	awk -F'\t' -v part="$part" '
		{ stops[$1, $2] = 1; programs[$1] = 1 }
		NF < 16 || $7 == 0 { next }
		{
			split($4, word, " "); by = word[1]; row = $1 "\t" $2; rows[row] = 1; in_range[$1] = 1
			naive[row, by] += $8; seconds[row, by] += $9
			reached = $10 >= $7
			tests[row, by] += reached ? $11 : 2 * $8; took[row, by] += $12
			runs[by]++; got[by] += reached
		}
		END {
			for (s in stops) n++
			for (p in programs) np++
			for (p in in_range) ni++
			for (r in rows) nr++
			printf "%s: %d programs, %d stops; with 5 to 95 %% of the edges open: %d programs, %d stops\n", part, np, n, ni, nr
			if (!nr) exit
			printf "%-8s %8s %20s %12s %14s %16s\n", "by", "reached", "tests (geom. mean)", "fewer tests", "no more time", "within 1.1 of best"
			m = split("auto product folded slice both", all, " ")
			for (i = 1; i <= m; i++) {
				by = all[i]; sum = k = fewer = quick = near = 0
				for (r in rows) {
					if (!((r, by) in naive)) continue
					k++
					sum += log((tests[r, by] + 0.5) / (naive[r, by] + 0.5))
					fewer += tests[r, by] < naive[r, by]; quick += took[r, by] <= seconds[r, by]
					best = tests[r, by]
					for (j = 1; j <= m; j++) if ((r, all[j]) in tests && tests[r, all[j]] < best) best = tests[r, all[j]]
					near += tests[r, by] <= 1.1 * best
				}
				if (k) printf "%-8s %6.1f %% %20.2f %9d/%d %11d/%d %13d/%d\n", by, 100 * got[by] / runs[by], exp(sum / k), fewer, k, quick, k, near, k
			}
		}' "$out/$part.tsv"
done
[ -s "$out/faults.tsv" ] && awk -F'\t' '
	NF < 8 { none++; next }
	$5 == "true" || $7 == "true" { mutants[$1] = 1; n++; naive += $5 == "true"; left += $7 == "true"; if ($5 == "true" && $7 == "true") { both++; a += $6; b += $8; g += log(($8 + 0.01) / ($6 + 0.01)) } }
	END {
		for (m in mutants) k++
		printf "faults: %d mutants whose fault a run found, %d runs: %d found in the program, %d in what is left of it", k, n, naive, left
		if (both) printf "; by both %d: %.2f of the time in all, geometric mean %.2f", both, b / a, exp(g / both)
		print ""
	}' "$out/faults.tsv"
exit $failed
