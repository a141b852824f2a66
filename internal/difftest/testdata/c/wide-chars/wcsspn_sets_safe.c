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
	assert(wcsspn(L"aab", L"a") == 2 && wcscspn(L"aab", L"b") == 2);
	return 0;
}
