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
	assert(wcslen(L"abcd") == 4 && wcsnlen(L"abcd", 2) == 2);
	return 0;
}
