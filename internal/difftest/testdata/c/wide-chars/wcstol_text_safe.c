// true
#define _GNU_SOURCE
#include <assert.h>
#include <wchar.h>
#include <wctype.h>
#include <uchar.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	wchar_t *e;
	assert(wcstol(L"-12x", &e, 10) == -12 && *e == L'x');
	return 0;
}
