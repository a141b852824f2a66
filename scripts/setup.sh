#!/bin/sh
# Installs what the demo and the tests use beside Go. With gcc at hand and no
# way to install, it says what is missing and goes on: tests that need a
# missing tool skip with a message.
set -u
command -v go >/dev/null 2>&1 || { echo "setup: Go 1.26 or newer is needed (https://go.dev/dl)"; exit 1; }

missing=""
command -v gcc >/dev/null 2>&1 || missing="$missing gcc libc6-dev"
command -v git >/dev/null 2>&1 || missing="$missing git"
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
echo 'int main(void){return 0;}' >"$tmp/a.c"
if [ "$(uname -m)" = x86_64 ]; then
	gcc -m32 "$tmp/a.c" -o "$tmp/a" >/dev/null 2>&1 || missing="$missing gcc-multilib"
fi
command -v csmith >/dev/null 2>&1 || missing="$missing csmith"
[ -e /usr/include/csmith/csmith.h ] || [ -e /usr/include/csmith-2.3.0/csmith.h ] || missing="$missing libcsmith-dev"
# The solver that symbolic reasoning uses, and a second one that the tests compare it with.
command -v z3 >/dev/null 2>&1 || missing="$missing z3"
command -v cvc5 >/dev/null 2>&1 || missing="$missing cvc5"
[ -z "$missing" ] && exit 0

sudo=""
if [ "$(id -u)" != 0 ]; then
	if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
		sudo="sudo -n"
	else
		echo "setup: not installed:$missing (install them with: sudo apt-get install$missing)"
		exit 0
	fi
fi
command -v apt-get >/dev/null 2>&1 || { echo "setup: please install:$missing"; exit 0; }
echo "setup: installing$missing"
export DEBIAN_FRONTEND=noninteractive
for p in $missing; do
	$sudo apt-get install -y --no-install-recommends "$p" >"$tmp/log" 2>&1 ||
		{ $sudo apt-get update >"$tmp/log" 2>&1 && $sudo apt-get install -y --no-install-recommends "$p" >"$tmp/log" 2>&1; } ||
		{ echo "setup: could not install $p; tests that need it will skip"; tail -n 2 "$tmp/log"; }
done
exit 0
