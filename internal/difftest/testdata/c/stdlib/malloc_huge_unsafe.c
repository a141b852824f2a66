// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	volatile size_t n = PTRDIFF_MAX;
	n++;
	errno = 0;
	void *p = malloc(n);
	assert(p != NULL && errno == ENOMEM);
	return 0;
}
