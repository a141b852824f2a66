// true
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
	char b[8];
	errno = 0;
	assert(wctomb(b, 0x20ac) == -1 && errno == EILSEQ);
	return 0;
}
