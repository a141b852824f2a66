#!/bin/sh
# Runs every fuzz target of the module for the given time.
set -u
cd "$(dirname "$0")/.."
time=${1:-10m}
bad=0
for file in $(git ls-files '*_test.go' | xargs grep -l '^func Fuzz'); do
	dir=./$(dirname "$file")
	for target in $(sed -nE 's/^func (Fuzz[A-Za-z0-9_]*)\(.*/\1/p' "$file"); do
		echo "== $dir $target ($time)"
		go test "$dir" -run '^$' -fuzz "^$target\$" -fuzztime "$time" -parallel 2 || bad=1
	done
done
exit $bad
