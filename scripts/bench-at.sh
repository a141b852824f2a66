#!/bin/sh
# Says in one sentence that there is no bench, for targets that need one: scripts/bench-at.sh BENCH
[ -n "$(find "$1/." -name '*.yml' 2>/dev/null | head -n 1)" ] && exit 0
echo "no bench at $1: set BENCH=DIR (a folder of verification tasks)" >&2
exit 1
