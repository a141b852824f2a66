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
	wchar_t d[8];
	wcscpy(d, L"ab");
	wcscat(d, L"cd");
	assert(!wcscmp(d, L"abcd"));
	return 0;
}
