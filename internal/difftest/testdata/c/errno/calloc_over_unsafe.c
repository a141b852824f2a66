// false
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
	volatile size_t n = (size_t)-1;
	errno = 0;
	assert(calloc(n, 2) == NULL && errno == 0);
	return 0;
}
