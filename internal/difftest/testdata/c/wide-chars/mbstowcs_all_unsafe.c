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
	wchar_t w[8];
	assert(mbstowcs(w, "abc", 8) == 3 && w[2] == 0 && w[3] == 0);
	return 0;
}
