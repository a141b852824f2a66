#!/bin/sh
# Installs the tools that the demo and the tests use in addition to Go. If gcc exists and nothing can be installed, it
# lists the missing tools and continues: tests that need a missing tool are skipped with a message.
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
# Some virtual machines cannot run 32-bit programs. There the kernel is set up to run them in an emulator.
emulate=""
cannot_run_32() { [ "$(uname -m)" = x86_64 ] && gcc -m32 "$tmp/a.c" -o "$tmp/a" >/dev/null 2>&1 && ! "$tmp/a" 2>/dev/null; }
if cannot_run_32; then
	emulate=yes
	[ -x /usr/bin/qemu-i386-static ] || missing="$missing qemu-user-static"
fi
[ -z "$missing$emulate" ] && exit 0

sudo=""
if [ "$(id -u)" != 0 ]; then
	if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
		sudo="sudo -n"
	else
		[ -z "$missing" ] || echo "setup: not installed:$missing (install them with: sudo apt-get install$missing)"
		[ -z "$emulate" ] || echo "setup: this machine runs no 32-bit programs: tests that do will fail (run this script as root to mend it)"
		exit 0
	fi
fi
if [ -n "$missing" ]; then
	command -v apt-get >/dev/null 2>&1 || { echo "setup: please install:$missing"; exit 0; }
	echo "setup: installing$missing"
fi
export DEBIAN_FRONTEND=noninteractive
for p in $missing; do
	$sudo apt-get install -y --no-install-recommends "$p" >"$tmp/log" 2>&1 ||
		{ $sudo apt-get update >"$tmp/log" 2>&1 && $sudo apt-get install -y --no-install-recommends "$p" >"$tmp/log" 2>&1; } ||
		{ echo "setup: could not install $p; tests that need it will skip"; tail -n 2 "$tmp/log"; }
done
# gcc may have been installed just now, hence cannot_run_32 is called again. With flag F, the kernel opens the emulator
# now and keeps it open, so that programs with any root folder can use it. The pattern is the head of a 32-bit x86 ELF file.
misc=/proc/sys/fs/binfmt_misc
if cannot_run_32 && [ ! -x /usr/bin/qemu-i386-static ]; then
	$sudo apt-get install -y --no-install-recommends qemu-user-static >"$tmp/log" 2>&1 || tail -n 2 "$tmp/log"
fi
if cannot_run_32 && [ -x /usr/bin/qemu-i386-static ]; then
	[ -e $misc/register ] || $sudo mount -t binfmt_misc none $misc
	printf '%s' ':qemu-i386:M::\x7fELF\x01\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x03\x00:\xff\xff\xff\xff\xff\xfe\xfe\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:/usr/bin/qemu-i386-static:F' |
		$sudo tee $misc/register >/dev/null 2>&1
fi
cannot_run_32 && echo "setup: this machine runs no 32-bit programs; tests that need one will fail"
exit 0
