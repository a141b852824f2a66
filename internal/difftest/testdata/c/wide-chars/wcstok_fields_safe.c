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
	wchar_t b[] = L"a,,b", *st;
	assert(!wcscmp(wcstok(b, L",", &st), L"a") && *wcstok(NULL, L",", &st) == L'b');
	return 0;
}
