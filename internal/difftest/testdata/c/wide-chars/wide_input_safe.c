// true
#define _GNU_SOURCE
#include <assert.h>
#include <wchar.h>
#include <wctype.h>
#include <uchar.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
	wchar_t c = 60 + (__VERIFIER_nondet_int() & 31);
	assert(!iswupper(c) || towlower(c) == c + 32);
	return 0;
}
