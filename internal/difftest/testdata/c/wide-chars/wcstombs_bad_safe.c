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
	char b[8];
	errno = 0;
	assert(wcstombs(b, L"a\u20ac", 8) == (size_t)-1 && errno == EILSEQ);
	return 0;
}
