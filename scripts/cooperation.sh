#!/bin/sh
# What the cooperation of engines is worth. Each EVERY-th task of the bench is verified in TIME seconds of processor time
# (1) by the default strategy, (2) by the same engines without exchange of facts, (3) with each kind of facts switched
# off, (4) by each engine alone. Prints a table, the tasks that only the exchange decides, and what was exchanged there.
# Rows are in tandem-out/cooperation.
#
#	scripts/cooperation.sh BENCH      EVERY (12), TIME (10), PARTS (default portfolio kinds engines)
set -eu
bench=$1
every=${EVERY:-12}
time=${TIME:-10}
parts=${PARTS:-default portfolio kinds engines}
tandem=${TANDEM_BIN:-$(pwd)/bin/tandem}
out=$(pwd)/tandem-out/cooperation
mkdir -p "$out"
cd "$bench"
tasks=$(awk -F'\t' -v n="$every" 'NR > 1 && NR % n == 0 { sub(/\.[ci]$/, ".yml", $1); print $1 }' tasks.tsv)

# run NAME [OPTION...] verifies the tasks with further options; rows go to NAME.tsv.
run() {
	name=$1
	shift
	pass=--pass=--cputime=${time}s
	for o; do
		pass="$pass --pass=$o"
	done
	# shellcheck disable=SC2086
	"$tandem" bench $tasks -t $((time * 6))s -j 2 -q --out "$out/$name.tsv" $pass >/dev/null 2>&1 || [ $? = 3 ]
	awk -F'\t' -v name="$name" 'NR > 1 { n++; s[$4]++; cpu += $9 }
		END { printf "%-28s %4d of %d decided, %d wrong, %.0f s of processor time\n", name, s["correct"], n, s["wrong"], cpu }' \
		"$out/$name.tsv"
}

has() { case " $parts " in *" $1 "*) true ;; *) false ;; esac; }

run default
if has portfolio; then
	run portfolio --strategy=portfolio
fi
if has kinds; then
	for kind in invariant candidate test region predicate proved; do
		run "no-$kind" --no-exchange=$kind
	done
fi
alone=
if has engines; then
	for engine in execution random intervals shapes iat horn guess unwind bmc kind nest concolic cpa:value+predicate slam \
		traceabs synergy; do
		run "only-$engine" --engine=$engine
		alone="$alone $out/only-$engine.tsv"
	done
fi

# decided FILE... prints the tasks that one of the files has as correct.
decided() { awk -F'\t' '$4 == "correct" { print $1 }' "$@" | sort -u; }

# only TITLE FILE... prints the tasks that default decides and none of the files, with the facts in proofs.
only() {
	echo "$1"
	shift
	decided "$@" >"$out/others"
	decided "$out/default.tsv" | comm -23 - "$out/others" | while read -r t; do
		echo "  $t"
		"$tandem" verify "$t.yml" --cputime ${time}s -t $((time * 6))s -v 2>/dev/null |
			sed -n 's/^\(proofs by .*\)/    \1/p; s/^\(exchange .* [1-9][0-9]* in proofs\)/    \1/p'
	done
}

if has portfolio; then
	only "decided with exchange only:" "$out/portfolio.tsv"
fi
if has engines; then
	# shellcheck disable=SC2086
	only "decided by no engine alone:" $alone
fi
