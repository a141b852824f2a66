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
	assert(btowc('a') == L'a' && btowc(0x80) == WEOF && wctob(L'z') == 'z');
	return 0;
}
