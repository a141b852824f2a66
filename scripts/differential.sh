#!/bin/sh
# Execution against gcc: the bench (JIT, interpreter, printed C, compiled
# source) and csmith programs. Rows in tandem-out/differential.tsv; an
# interrupted run goes on where it stopped (-fresh: from the start; -help lists
# the options). Then layout, sizeof and constants of 2,000 random types per data model.
cd "$(dirname "$0")/.." || exit 2
status=0
go test -count=1 -timeout 0 -v -run TestDifferential ./internal/difftest -args -differential "$@" || status=1
TANDEM_LAYOUT_N=2000 go test -count=1 -timeout 30m -run 'TestTypes|TestConstants' ./internal/cfront/layout || status=1
exit $status
