#!/bin/sh
# Two analyses in sequence (paper 3; docs/residual.md, "Verifiers in turn"): tasks that conditional(A, B) decides and that neither A nor B decides
# alone in the whole time, and when to stop A: by progress (auto), or after 20, 50, 80 % of the time.
#
#	scripts/sequence.sh BENCH [LIMIT]
#
# PAIRS names the pairs, "A/B" each, FOLDERS the folders of the bench, JOBS tasks run at a time (2). A works on all of them, B on what A has not decided
# and on what took A more than a second, the sequences on what neither has decided, and on what took the one that decided it more than a second:
# what falls in a moment says nothing. Rows that are in tandem-out/sequence are not run again. The table goes to standard output and to
# tandem-out/sequence/table.txt, the tasks that fall to a sequence only to tandem-out/sequence/only.tsv. Exit code 1 if a verdict was wrong.
set -uf
bench=${1:?usage: sequence.sh BENCH [LIMIT]}
limit=${2:-10s}
pairs=${PAIRS:-value/predicate}
folders=${FOLDERS:-controlflow/bitvector controlflow/recursive controlflow/locks controlflow/systemc}
jobs=${JOBS:-2}
tandem=${TANDEM:-bin/tandem}
out=tandem-out/sequence
sh "$(dirname "$0")/bench-at.sh" "$bench" || exit 1
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

# run NAME OPTION: the tasks in $work/tasks that have no row in NAME.tsv.
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

# of NAME STATUS: tasks with that status; slow NAME: tasks decided in more than a second.
of() { awk -F'\t' -v s="$2" '$4 == s { print $1 }' "$out/$1.tsv"; }
slow() { awk -F'\t' '$4 == "correct" && $5 > 1 { print $1 }' "$out/$1.tsv"; }

for f in $folders; do find "$bench/$f" -name '*.yml' | sed "s#^$bench/##; s#\.yml\$##"; done | sort >"$work/all"
: >"$out/only.tsv"
printf "%-34s %5s | %5s %5s %7s | %-26s | %s\n" "A/B" tasks A B neither "only in sequence" "slow alone, in sequence" >"$out/table.txt"
printf "%-34s %5s | %5s %5s %7s | %5s %5s %5s %8s | %5s %5s %5s %5s %5s\n" "" "" "" "" "" auto 20% 50% "80%" tasks auto 20% 50% 80% >>"$out/table.txt"
for pair in $pairs; do
	a=${pair%%/*} b=${pair#*/}
	cp "$work/all" "$work/tasks"
	run "$a" "--engine=$a"
	{ of "$a" unknown; slow "$a"; } | sort | comm -12 - "$work/all" >"$work/tasks"
	run "$b" "--engine=$b"
	of "$a" unknown | sort | comm -12 - "$work/all" >"$work/a"
	of "$b" unknown | sort | comm -12 - "$work/a" >"$work/neither"
	# slow alone: whoever decides it needs more than a second
	{ of "$a" correct; of "$b" correct; } | sort -u | comm -12 - "$work/all" >"$work/some"
	awk -F'\t' '$4 == "correct" && $5 <= 1 { print $1 }' "$out/$a.tsv" "$out/$b.tsv" | sort -u >"$work/fast"
	comm -23 "$work/some" "$work/fast" >"$work/slow"
	sort "$work/neither" "$work/slow" >"$work/tasks"
	for stop in auto 20% 50% 80%; do
		limited=$a
		[ $stop = auto ] || limited="$a $stop"
		run "$a,$b,$stop" "--strategy=conditional($limited, $b)"
	done
	for set in neither slow; do
		for stop in auto 20% 50% 80%; do
			of "$a,$b,$stop" correct | sort | comm -12 - "$work/$set" | wc -l >"$work/$set.$stop"
		done
	done
	awk -F'\t' -v OFS='\t' -v pair="$pair" 'FILENAME == ARGV[1] { in_[$1] = 1; next } $1 in in_ && $4 == "correct" { print pair, $1, $3, $5, $7 }' "$work/neither" "$out/$a,$b,auto.tsv" >>"$out/only.tsv"
	printf "%-34s %5d | %5d %5d %7d | %5d %5d %5d %8d | %5d %5d %5d %5d %5d\n" "$pair" "$(wc -l <"$work/all")" \
		"$(of "$a" correct | sort | comm -12 - "$work/all" | wc -l)" "$(of "$b" correct | sort | comm -12 - "$work/all" | wc -l)" "$(wc -l <"$work/neither")" \
		"$(cat "$work/neither.auto")" "$(cat "$work/neither.20%")" "$(cat "$work/neither.50%")" "$(cat "$work/neither.80%")" \
		"$(wc -l <"$work/slow")" "$(cat "$work/slow.auto")" "$(cat "$work/slow.20%")" "$(cat "$work/slow.50%")" "$(cat "$work/slow.80%")" >>"$out/table.txt"
done
{
	printf "\nTasks that fall to a sequence (auto) only: %d, to verifiers only (no test of directed testing) %d\n" \
		"$(cut -f 2 "$out/only.tsv" | sort -u | wc -l)" "$(awk -F'\t' '$5 != "concolic"' "$out/only.tsv" | cut -f 2 | sort -u | wc -l)"
	cat "$out/only.tsv"
} >>"$out/table.txt"
cat "$out/table.txt"
if awk -F'\t' '$4 == "wrong" { found = 1 } END { exit !found }' $(set +f; echo "$out"/*.tsv); then
	echo "WRONG verdicts" >&2
	exit 1
fi
