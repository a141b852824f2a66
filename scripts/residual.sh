#!/bin/sh
# Makes table 1 of paper 3: for programs that are verified in part, the residual program of each technique, with its
# locations, and tests that cover its branches.
#
#	scripts/residual.sh BENCH
#
# ENGINE is the verifier (the default: cpa:predicate,order=path, which finishes one side of a branch before it begins
# the other). It runs for the largest number of steps with which it does not finish, a power of two up to 100,000
# (--stop-after). The programs are those of testdata/residual, and three that are made from BENCH.
#
# Rows go to standard output and to tandem-out/residual/table.tsv: program, technique (P: no reduction), steps, seconds
# of the whole verification (-: not finished within LIMIT) and of the partial one, seconds of the partial verification,
# the reduction and the tests together, remaining checks, locations, tests, goals, covered goals, and the branches that
# gcov reports. LIMIT is the time for tests (10s).
set -uf
bench=${1:?usage: residual.sh BENCH}
engine=${ENGINE:-cpa:predicate,order=path}
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

number() { sed -nE "s/^ *\"$1\": ([0-9.]+),?\$/\1/p" "$2" | tail -1; }

printf 'program\tby\tsteps\tV\tp.V\ttotal\tleft\tlocations\ttests\tgoals\tcovered\tgcov\n' | tee "$out/table.tsv"
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
	"$tandem" verify $opts -q --json -t "$limit" --engine "$engine" "$p" >"$out/json" 2>"$out/err"
	whole=$(printf %.2f "$(number seconds "$out/json")")
	[ "$(field verdict "$out/json")" = unknown ] && whole=-
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
		part=$(number verification_seconds "$out/json")
		reduction=$(number reduction_seconds "$out/json")
		[ $by = P ] && reduction=0
		printf '%s\t%s\t%s\t%s\t%.2f\t%.2f\t%s\t%s\t%s\t%s\t%s\t%s of %s\n' "$name" $by $steps "$whole" "$part" "$(echo "$part $reduction $(number seconds "$out/test.json")" | awk '{ print $1 + $2 + $3 }')" \
			"$(field obligations_left "$out/json")" "$locs" "$(field tests "$out/test.json")" "$(field goals "$out/test.json")" "$(field covered "$out/test.json")" \
			"$(number taken "$out/test.json")" "$(number branches "$out/test.json")" | tee -a "$out/table.tsv"
	done
done
