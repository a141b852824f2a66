// false
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
	mbstate_t s;
	char b[8];
	memset(&s, 0, sizeof s);
	assert(c16rtomb(b, u'A', &s) == 1 && b[0] == 'A' && c16rtomb(b, 0xd800, &s) == 1);
	return 0;
}
