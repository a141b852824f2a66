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
	wchar_t d[5] = L"zzzz";
	wcsncpy(d, L"a", 3);
	assert(d[1] == 0 && d[2] == 0 && d[3] == L'z');
	return 0;
}
