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
	wchar_t d[3] = { 1, 2, 3 };
	wmemset(d, L'q', 2);
	assert(d[1] == L'q' && d[2] == L'q');
	return 0;
}
