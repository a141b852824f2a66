#!/bin/sh
# Compares executions with gcc: tasks of the benchmarks (JIT, interpreter, printed C, compiled source) and csmith
# programs. The rows go to tandem-out/differential.tsv. An interrupted run continues where it stopped; -fresh starts
# again, and -help lists the options. Then it compares layout, sizeof and constants of 2,000 random types for each data
# model.
cd "$(dirname "$0")/.." || exit 2
status=0
go test -count=1 -timeout 0 -v -run TestDifferential ./internal/difftest -args -differential "$@" || status=1
TANDEM_LAYOUT_N=2000 go test -count=1 -timeout 30m -run 'TestTypes|TestConstants' ./internal/cfront/layout || status=1
exit $status
