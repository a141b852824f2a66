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
	assert(wcsncmp(L"abx", L"aby", 2) == 0 && wcscmp(L"abx", L"aby") < 0);
	return 0;
}
