#!/bin/sh
# Writes three programs of table 1 in paper 3, which come from the suite Verisec: each has all correct variants of one
# case, and an input selects the variant.
#
#	scripts/residual-drivers.sh BENCH OUT
#
# It writes OUT/get_tag.c, OUT/mime7to8.c and OUT/esc_uri.c. Functions of variant K are called NAME_K.
set -eu
bench=${1:?usage: residual-drivers.sh BENCH OUT}
out=${2:?usage: residual-drivers.sh BENCH OUT}
mkdir -p "$out"

driver() { # name, pattern of files
	n=0
	{
		echo "// Made of $2 in verisec: an input selects one of them. Verdict: true."
		for f in "$bench"/verisec/$2; do
			n=$((n + 1))
			names=$(sed -nE '/^extern/d; s/^[A-Za-z_][A-Za-z_ *]*[ *]([A-Za-z_0-9]+) *\(.*$/\1/p' "$f" | grep -v '^__VERIFIER_' | sort -u)
			for name in $names; do echo "#define $name ${name}_$n"; done
			if [ $n = 1 ]; then
				cat "$f"
			else # leave out the function of assertions, which the first variant has
				awk '/^void __VERIFIER_assert/ { skip = 1 } !skip { print } /^}/ { skip = 0 }' "$f"
			fi
			for name in $names; do echo "#undef $name"; done
		done
		echo "int main(void) {"
		echo "  switch (__VERIFIER_nondet_int()) {"
		i=1
		while [ $i -lt $n ]; do
			echo "  case $i: return main_$i();"
			i=$((i + 1))
		done
		echo "  default: return main_$n();"
		echo "  }"
		echo "}"
	} >"$out/$1.c"
}

driver get_tag 'apache_get_tag_*_ok.c'
driver mime7to8 'sendmail_mime7to8_*_ok.c'
driver esc_uri 'apache_escape_absolute_uri_*_ok.c'
