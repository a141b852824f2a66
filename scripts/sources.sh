#!/bin/sh
# Fills a folder with the public C programs that make scale and make faults read:
#
#	scripts/sources.sh DIR [NAME...]
#
# The sources are upstream's archives in Debian's source packages, in the versions of testdata/programs/list. The script
# gets them by apt with a list of packages of its own: it uses the mirror and the keys of the system, and does not
# change the system's lists. It also copies the harnesses, arguments and settings of testdata/programs. A program that
# exists in its version stays; one that cannot be downloaded is skipped with a message.
set -u
dir=${1:?usage: scripts/sources.sh DIR [NAME...]}
shift
here=$(cd "$(dirname "$0")/../testdata/programs" && pwd) || exit 1
mkdir -p "$dir" && dir=$(cd "$dir" && pwd) || exit 1
apt=$dir/.apt
skip() { echo "$1: skipped: $2" >&2; }
options() {
	mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$apt/archives"
	if [ ! -s "$apt/sources.list" ]; then
		command -v apt-get >/dev/null || return 1
		# Add Debian's release as deb-src, from the system's own mirror, and Debian's keyring if apt does not trust it yet.
		key=/usr/share/keyrings/debian-archive-keyring.gpg
		signed=
		[ ! -e "$key" ] || signed="[signed-by=$key] "
		apt-get indextargets --format '$(SITE) $(ORIGIN) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' |
			awk -v signed="$signed" '$2 == "Debian" && $3 !~ /-/ && $4 == "main" { print "deb-src " signed $1 " " $3 " main"; exit }' >"$apt/sources.list"
		[ -s "$apt/sources.list" ] || return 1
	fi
	set -- -o "Dir::Etc::sourcelist=$apt/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$apt/lists" -o "Dir::Cache=$apt/cache" -o APT::Sandbox::User=root -qq
	[ -e "$apt/updated" ] || { apt-get "$@" update >&2 && : >"$apt/updated"; } || return 1
	apt_options="$*"
}
get() { # archive, package
	[ -s "$apt/archives/$1" ] && return 0
	options || return 1
	# shellcheck disable=SC2086 # words
	(cd "$apt/archives" && apt-get $apt_options source --download-only --tar-only "$2" >/dev/null) || return 1
	[ -s "$apt/archives/$1" ]
}
one() { # name, package, archive, sum
	if [ "$(cat "$dir/$1/.version" 2>/dev/null)" != "$4" ]; then
		get "$3" "$2" || { skip "$1" "no archive $3 of the source package $2"; return; }
		[ "$(sha256sum <"$apt/archives/$3" | cut -d' ' -f1)" = "$4" ] || { skip "$1" "$3 is not the one that was measured"; return; }
		rm -rf "${dir:?}/$1" && mkdir "$dir/$1" && tar -xf "$apt/archives/$3" -C "$dir/$1" || { skip "$1" "$3 cannot be unpacked"; return; }
		if [ "$(ls -A "$dir/$1" | wc -l)" = 1 ]; then # all in one folder
			inner=$(ls -A "$dir/$1")
			mv "$dir/$1" "$dir/$1.tmp" && mv "$dir/$1.tmp/$inner" "$dir/$1" && rm -r "$dir/$1.tmp"
		fi
		echo "$4" >"$dir/$1/.version"
	fi
	cp "$here/$1.c" "$here/$1.args" "$here/bytes.h" "$dir/"
	mkdir -p "$dir/config"
	[ ! -d "$here/config/$1" ] || cp -R "$here/config/$1" "$dir/config/"
	echo "$1: $dir/$1"
}
while read -r name package archive sum; do
	case $name in "" | "#"*) continue ;; esac
	if [ $# -gt 0 ]; then
		case " $* " in *" $name "*) ;; *) continue ;; esac
	fi
	one "$name" "$package" "$archive" "$sum"
done <"$here/list"
