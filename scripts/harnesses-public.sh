#!/bin/sh
# Verifies the harnesses of testdata/harnesses with the sources of their public projects, one at a time, all checks of
# the default, and prints a table: project, harness, verdict, checks, seconds of processor time with those of solvers.
# The exit code is 10 if a verdict contradicts the expected one.
#
#	scripts/harnesses-public.sh SOURCES [NAME...]
#
# SOURCES is a folder with checkouts of the projects as OWNER+NAME or NAME; a project that is not there is skipped with
# a message. A NAME is a project or PROJECT/HARNESS. In the environment: TANDEM (bin/tandem), LIMITS (--cputime 10s -t
# 60s), and LOGS, a folder that keeps the outputs.
set -u
cd "$(dirname "$0")/.." || exit 1
sources=$(cd "${1:?usage: scripts/harnesses-public.sh SOURCES [NAME...]}" && pwd) || exit 1
shift
tandem=${TANDEM:-$PWD/bin/tandem}
limits=${LIMITS:---cputime 10s -t 60s}
here=$PWD/testdata/harnesses
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
logs=${LOGS:-$work}
mkdir -p "$logs" && logs=$(cd "$logs" && pwd) || exit 1
total=0 decided=0 wrong=0
project='' folder=''
echo "| project | harness | verdict | checks | s |"
echo "|---|---|---|---|---|"
while read -r name verdict arguments; do
	case $name in
	"" | "#"*) continue ;;
	project)
		project=$verdict
		repository=${arguments%% *}
		folder=$sources/$(echo "$repository" | tr / +)
		[ -d "$folder" ] || folder=$sources/${repository#*/}
		[ -d "$folder" ] || echo "$project: skipped: no folder of $repository" >&2
		continue
		;;
	esac
	[ -d "$folder" ] || continue
	if [ $# -gt 0 ]; then
		case " $* " in *" $project "* | *" $project/$name "*) ;; *) continue ;; esac
	fi
	log=$logs/$project-$name
	arguments=$(echo "$arguments" | sed "s|HERE|$here/$project|g")
	# shellcheck disable=SC2086 # words
	(cd "$folder" && "$tandem" verify "$here/$project/$name.c" $arguments $limits >"$log" 2>&1 </dev/null
		times >"$work/times")
	got=$(sed -n 's/^RESULT: \([^ ]*\).*/\1/p' "$log")
	checks=$(sed -n 's/^[0-9]* checks: //p' "$log" | tail -n 1)
	seconds=$(tail -n 1 "$work/times" | sed 's/[ms]/ /g' | awk '{ printf "%.1f", $1 * 60 + $2 + $3 * 60 + $4 }')
	total=$((total + 1))
	case $got in
	true | false*)
		decided=$((decided + 1))
		if [ "$got" != "$verdict" ]; then
			wrong=$((wrong + 1))
			got="$got, expected $verdict"
		fi
		;;
	esac
	echo "| $project | $name | ${got:-no verdict} | $checks | $seconds |"
done <"$here/list"
echo "decided $decided of $total, wrong $wrong"
[ "$wrong" = 0 ] || exit 10
