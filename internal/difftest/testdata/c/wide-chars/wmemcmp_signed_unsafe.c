// false
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
	wchar_t a[] = { 1 }, b[] = { 2 };
	assert(wmemcmp(a, b, 1) > 0 && wmemchr(b, 2, 1) == b);
	return 0;
}
