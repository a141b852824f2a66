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
	wchar_t d[] = L"abcd";
	wmemmove(d + 1, d, 3);
	assert(!wcscmp(d, L"aaaa"));
	return 0;
}
