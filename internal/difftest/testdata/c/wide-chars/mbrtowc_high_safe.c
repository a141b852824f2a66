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
	mbstate_t s;
	wchar_t w;
	memset(&s, 0, sizeof s);
	assert(mbrtowc(&w, "\xe9", 1, &s) == (size_t)-1);
	return 0;
}
