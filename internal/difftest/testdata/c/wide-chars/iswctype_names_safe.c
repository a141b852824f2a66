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
	assert(iswctype(L'7', wctype("digit")) && !iswctype(L'x', wctype("digit")) && wctype("none") == 0);
	return 0;
}
