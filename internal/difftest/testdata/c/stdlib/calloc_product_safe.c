// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	volatile size_t n = SIZE_MAX / 2;
	errno = 0;
	void *p = calloc(n, 4);
	assert(p == NULL && errno == ENOMEM);
	return 0;
}
