#!/bin/sh
# Verifies the programs in examples/, and runs the C program of a counterexample.
set -u
cd "$(dirname "$0")/.."
out=tandem-out/demo
mkdir -p "$out"
for f in examples/*.c examples/*.spl; do
	echo "== tandem verify $f"
	bin/tandem verify --quiet --timelimit 10s "$f"
	code=$?
	case $code in 0 | 10 | 20) ;; *)
		echo "demo: unexpected exit code $code"
		exit 1
		;;
	esac
	echo
done
echo "== the counterexample of examples/clamp_bug.c, and a C file that shows it"
bin/tandem verify --harness "$out/clamp_bug.harness.c" examples/clamp_bug.c
[ $? = 10 ] || { echo "demo: a violation was expected"; exit 1; }
if command -v gcc >/dev/null 2>&1; then
	echo
	echo "== gcc $out/clamp_bug.harness.c && ./a.out"
	gcc -w -o "$out/clamp_bug" "$out/clamp_bug.harness.c" || exit 1
	"$out/clamp_bug"
	code=$?
	echo "exit code $code (107: the assertion failed)"
	[ $code = 107 ] || exit 1
fi
