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
	wchar_t *d = wcsdup(L"ab");
	assert(!wcscmp(d, L"ab") && d[2] == 0);
	free(d);
	return 0;
}
