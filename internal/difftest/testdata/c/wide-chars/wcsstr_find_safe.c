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
	wchar_t *s = L"abcabd";
	assert(wcsstr(s, L"abd") - s == 3 && wcsstr(s, L"x") == NULL);
	return 0;
}
