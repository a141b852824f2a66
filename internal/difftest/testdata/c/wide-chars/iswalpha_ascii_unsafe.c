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
	assert(iswalpha(L'a') && !iswalpha(0xe9) && iswdigit(L'x'));
	return 0;
}
