#!/bin/sh
# Compares verdicts on a loaded machine with those on a quiet machine: for programs of the families
# (internal/difftest/testdata/c), with the same limit of CPU time, first with nothing else running and then with BUSY
# loops at the same time. It lists programs with a verdict on the quiet machine only, and runs with exit code 3 (the
# tool failed). The exit code is 1 if there are any.
#
#	scripts/load.sh [PROGRAMS [BUSY [CPUTIME]]]		200, 15 and 5s
#
# The rows (program, quiet verdict, loaded verdict) go to tandem-out/load.tsv.
set -u
programs=${1:-200} busy=${2:-15} cputime=${3:-5s}
tandem=${TANDEM:-bin/tandem}
out=tandem-out/load.tsv
mkdir -p tandem-out
work=$(mktemp -d)
loops=
trap 'test -z "$loops" || kill $loops 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

# Take programs at equal distances, so that all families occur. The distance is not a whole number, since safe and
# unsafe programs alternate.
ls internal/difftest/testdata/c/*/*.c >"$work/all"
awk -v n="$(wc -l <"$work/all")" -v most="$programs" 'int(NR * most / n) > int((NR - 1) * most / n)' "$work/all" >"$work/list"

# verdicts FILE writes a row (program, verdict, exit code) for each program.
verdicts() {
	while read -r file; do
		options=$(sed -n '1s,^// *[a-z]* *,,p' "$file")
		# shellcheck disable=SC2086 # several options
		"$tandem" verify -q --cputime "$cputime" -t 600s $options "$file" </dev/null >"$work/said" 2>&1
		code=$?
		printf '%s\t%s\t%s\n' "$file" "$(sed -n 's/^RESULT: \([a-z]*\).*/\1/p' "$work/said" | tail -1)" $code
	done <"$work/list" >"$1"
}

echo "load: $(wc -l <"$work/list") programs, quiet" >&2
verdicts "$work/quiet"
for _ in $(seq "$busy"); do
	(while :; do :; done) &
	loops="$loops $!"
done
echo "load: the same with $busy busy loops" >&2
verdicts "$work/loaded"
paste "$work/quiet" "$work/loaded" | cut -f1,2,3,5,6 >"$out"
awk -F '\t' '
	$2 != $4 { print "differs: " $1 ": " $2 ", loaded " $4; bad++ }
	$3 == 3 || $5 == 3 { print "failed: " $1; bad++ }
	$2 == $4 { same++ }
	END { printf "%d programs, %d with the same verdict\n", NR, same; exit bad > 0 }' "$out"
