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
	int n = __VERIFIER_nondet_int();
	if (n < 0 || n > 3) return 0;
	wchar_t b[] = L"abc";
	b[n] = 0;
	assert((int)wcslen(b) == n);
	return 0;
}
