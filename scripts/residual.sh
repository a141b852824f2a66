#!/bin/sh
# Table 1 of paper 3: programs that are verified in part, and what is left of them, by each technique: locations, and tests that cover the branches.
#
#	scripts/residual.sh BENCH
#
# ENGINE (the default: cpa:predicate) verifies for the last power of two of steps, up to 100,000, with which it is not done (--stop-after). The programs are those of testdata/residual and three made of BENCH. Rows go to standard output and
# to tandem-out/residual/table.tsv: program, technique (P: the program), steps, checks left, locations, seconds of reduction, tests, goals, covered.
# LIMIT is the time for tests (10s).
set -uf
bench=${1:?usage: residual.sh BENCH}
engine=${ENGINE:-cpa:predicate}
limit=${LIMIT:-10s}
tandem=${TANDEM:-bin/tandem}
out=tandem-out/residual
here=$(dirname "$0")
sh "$here/bench-at.sh" "$bench" || exit 1
mkdir -p "$out"
sh "$here/residual-drivers.sh" "$bench" "$out" || exit 1
set +f
programs=$(ls "$here"/../testdata/residual/*.c "$out"/get_tag.c "$out"/mime7to8.c "$out"/esc_uri.c)
set -f

field() { sed -nE "s/^ *\"$1\": \"?([^\",]*)\"?,?\$/\1/p" "$2" | head -1; }

printf 'program\tby\tsteps\tleft\tlocations\tseconds\ttests\tgoals\tcovered\n' | tee "$out/table.tsv"
for p in $programs; do
	name=$(basename "$p" .c)
	model=
	case $p in "$out"/*) model=-m32 ;; esac
	opts="$model --overflow undefined --check none"
	steps=32
	while [ $steps -lt 100000 ] && "$tandem" residual $opts --json --engine "$engine" --stop-after $((2 * steps)) -o "$out/r.c" "$p" >"$out/json" 2>"$out/err" &&
		[ "$(field verdict "$out/json")" = unknown ]; do
		steps=$((2 * steps))
	done
	for by in P product folded slice both auto; do
		r="$out/$name.$by.r.c"
		if [ $by = P ]; then
			r=$p
		fi
		if ! "$tandem" residual $opts --json --engine "$engine" --stop-after $steps --by "$(echo $by | sed s/P/auto/)" -o "$out/$name.$by.r.c" "$p" >"$out/json" 2>"$out/err"; then
			printf '%s\t%s\t%s\n' "$name" $by "$(tail -1 "$out/err")" | tee -a "$out/table.tsv"
			continue
		fi
		size=residual_size
		[ $by = P ] && size=size
		locs=$(sed -n "/\"$size\"/,/}/s/^ *\"locations\": \([0-9]*\).*/\1/p" "$out/json")
		"$tandem" test $model --overflow undefined --no-proofs -q --json -t "$limit" -o "$out/$name.$by.suite" "$r" >"$out/test.json" 2>>"$out/err"
		printf '%s\t%s\t%s\t%s\t%s\t%.3f\t%s\t%s\t%s\n' "$name" $by $steps "$(field obligations_left "$out/json")" "$locs" "$(field reduction_seconds "$out/json")" \
			"$(field tests "$out/test.json")" "$(field goals "$out/test.json")" "$(field covered "$out/test.json")" | tee -a "$out/table.tsv"
	done
done
