#!/bin/sh
# Fails with one sentence if BENCH has no tasks, for scripts that need benchmarks: scripts/bench-at.sh BENCH
[ -n "$(find "$1/." -name '*.yml' 2>/dev/null | head -n 1)" ] && exit 0
echo "no bench at $1: set BENCH=DIR (a folder of verification tasks)" >&2
exit 1
