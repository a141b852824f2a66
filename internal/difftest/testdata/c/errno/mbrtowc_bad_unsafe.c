// false
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
	wchar_t w;
	mbstate_t s;
	memset(&s, 0, sizeof s);
	errno = 0;
	assert(mbrtowc(&w, "\xc3", 1, &s) == (size_t)-1 && errno == 0);
	return 0;
}
