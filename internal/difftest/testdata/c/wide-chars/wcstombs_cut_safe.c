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
	char b[4] = "zzz";
	assert(wcstombs(b, L"abc", 2) == 2 && b[1] == 'b' && b[2] == 'z');
	return 0;
}
