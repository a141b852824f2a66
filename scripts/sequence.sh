#!/bin/sh
# Measures two analyses in sequence (paper 3; docs/residual.md, "Verifiers in turn"): the tasks that conditional(A, B)
# decides and that neither A nor B decides alone in the whole time, with different times at which A stops: by its
# progress (auto), or after 20, 50, 80 % of the time.
#
#	scripts/sequence.sh BENCH [LIMIT]
#
# PAIRS has a line for each pair: A, B, the fixed stops that are compared with auto, and the folders of the benchmarks.
# JOBS tasks run at the same time (2). A runs on all tasks. B runs on the tasks that A does not decide, and on those for
# which A takes more than a second. The sequences run on the tasks that neither decides, and on those for which the
# deciding analysis takes more than a second: easier tasks do not show a difference. Rows in tandem-out/sequence are not
# run again. The table goes to standard output and to tandem-out/sequence/table.txt; the tasks that only a sequence
# decides go to only.tsv in the same folder. The exit code is 1 if a verdict was wrong.
set -uf
bench=${1:?usage: sequence.sh BENCH [LIMIT]}
limit=${2:-10s}
pairs=${PAIRS:-"cpa:numeric(octagon) kind 20%,50%,80% code2inv,vater/loop-acceleration,vater/loops
value predicate 20%,50%,80% controlflow/bitvector,controlflow/recursive,controlflow/systemc"}
jobs=${JOBS:-2}
tandem=${TANDEM:-bin/tandem}
out=tandem-out/sequence
sh "$(dirname "$0")/bench-at.sh" "$bench" || exit 1
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

# run NAME OPTION runs the tasks in $work/tasks that have no row in NAME.tsv.
run() {
	rows=$out/$1.tsv
	[ -e "$rows" ] || : >"$rows"
	awk -F'\t' 'FILENAME == ARGV[1] { seen[$1] = 1; next } !($1 in seen)' "$rows" "$work/tasks" >"$work/todo"
	[ -s "$work/todo" ] || return 0
	echo "sequence: $1, $(wc -l <"$work/todo") tasks" >&2
	sed "s#^#$bench/#; s#\$#.yml#" "$work/todo" >"$work/paths"
	# shellcheck disable=SC2046
	"$tandem" bench -q -t "$limit" -j "$jobs" --out "$work/rows.tsv" "--pass=$2" $(cat "$work/paths") >"$work/summary"
	if [ $? -gt 10 ] || [ ! -s "$work/rows.tsv" ]; then
		echo "sequence: bench failed on $1" >&2
		exit 1
	fi
	awk -F'\t' -v OFS='\t' -v base="$bench/" 'FNR > 1 { $1 = substr($1, length(base) + 1); print }' "$work/rows.tsv" >>"$rows"
}

# of NAME STATUS prints the tasks with a status; slow NAME prints the tasks that were decided in more than a second.
of() { awk -F'\t' -v s="$2" '$4 == s { print $1 }' "$out/$1.tsv"; }
slow() { awk -F'\t' '$4 == "correct" && $5 > 1 { print $1 }' "$out/$1.tsv"; }

# decided NAME STOP SET prints how many tasks of the set were decided, - if they were not run.
decided() {
	if [ -e "$out/$1,$2.tsv" ]; then of "$1,$2" correct | sort | comm -12 - "$work/$3" | wc -l; else echo -; fi
}

: >"$out/only.tsv"
{
	printf "%-34s %5s | %5s %5s %7s | %-23s | %s\n" "A, B" tasks A B neither "only in sequence" "slow alone, in sequence"
	printf "%-34s %5s | %5s %5s %7s | %5s %5s %5s %5s | %5s %5s %5s %5s %5s\n" "" "" "" "" "" auto 20% 50% 80% tasks auto 20% 50% 80%
} >"$out/table.txt"
echo "$pairs" >"$work/pairs"
while read -r a b stops folders <&3; do
	for f in $(echo "$folders" | tr , ' '); do find "$bench/$f" -name '*.yml' | sed "s#^$bench/##; s#\.yml\$##"; done | sort >"$work/all"
	cp "$work/all" "$work/tasks"
	run "$a" "--engine=$a"
	{ of "$a" unknown; slow "$a"; } | sort | comm -12 - "$work/all" >"$work/tasks"
	run "$b" "--engine=$b"
	of "$a" unknown | sort | comm -12 - "$work/all" >"$work/a"
	of "$b" unknown | sort | comm -12 - "$work/a" >"$work/neither"
	{ of "$a" correct; of "$b" correct; } | sort -u | comm -12 - "$work/all" >"$work/some"
	awk -F'\t' '$4 == "correct" && $5 <= 1 { print $1 }' "$out/$a.tsv" "$out/$b.tsv" | sort -u >"$work/fast"
	comm -23 "$work/some" "$work/fast" >"$work/slow"
	sort "$work/neither" "$work/slow" >"$work/tasks"
	for stop in auto $(echo "$stops" | tr , ' '); do
		limited=$a
		[ "$stop" = auto ] || limited="$a $stop"
		run "$a,$b,$stop" "--strategy=conditional($limited, $b)"
	done
	awk -F'\t' -v OFS='\t' -v pair="$a, $b" 'FILENAME == ARGV[1] { in_[$1] = 1; next } $1 in in_ && $4 == "correct" { print pair, $1, $3, $5, $7 }' "$work/neither" "$out/$a,$b,auto.tsv" >>"$out/only.tsv"
	printf "%-34s %5d | %5d %5d %7d | %5s %5s %5s %5s | %5s %5s %5s %5s %5s\n" "$a, $b" "$(wc -l <"$work/all")" \
		"$(of "$a" correct | sort | comm -12 - "$work/all" | wc -l)" "$(of "$b" correct | sort | comm -12 - "$work/all" | wc -l)" "$(wc -l <"$work/neither")" \
		"$(decided "$a,$b" auto neither)" "$(decided "$a,$b" 20% neither)" "$(decided "$a,$b" 50% neither)" "$(decided "$a,$b" 80% neither)" \
		"$(wc -l <"$work/slow")" "$(decided "$a,$b" auto slow)" "$(decided "$a,$b" 20% slow)" "$(decided "$a,$b" 50% slow)" "$(decided "$a,$b" 80% slow)" >>"$out/table.txt"
done 3<"$work/pairs"
{
	printf "\nTasks that fall to a sequence (auto) only: %d; without those that directed testing, which comes last, found: %d\n" \
		"$(cut -f 2 "$out/only.tsv" | sort -u | wc -l)" "$(awk -F'\t' '$5 != "concolic"' "$out/only.tsv" | cut -f 2 | sort -u | wc -l)"
	cat "$out/only.tsv"
} >>"$out/table.txt"
cat "$out/table.txt"
if awk -F'\t' '$4 == "wrong" { found = 1 } END { exit !found }' $(set +f; echo "$out"/*.tsv); then
	echo "WRONG verdicts" >&2
	exit 1
fi
