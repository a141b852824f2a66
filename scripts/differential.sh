#!/bin/sh
# Execution against gcc: the bench (JIT, interpreter, printed C, compiled
# source) and csmith programs. Rows in tandem-out/differential.tsv; an
# interrupted run goes on where it stopped (-fresh: from the start).
# Then layout and constants on many random types.
set -e
cd "$(dirname "$0")/.."
go run ./internal/difftest/differential "$@"
