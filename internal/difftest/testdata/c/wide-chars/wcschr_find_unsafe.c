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
	wchar_t *s = L"abca";
	assert(wcschr(s, L'a') == s && wcsrchr(s, L'a') - s == 0);
	return 0;
}
