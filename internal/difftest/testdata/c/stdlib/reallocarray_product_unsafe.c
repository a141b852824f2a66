// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	volatile size_t n = SIZE_MAX / 2;
	char *a = malloc(3);
	a[2] = 1;
	errno = 0;
	assert(reallocarray(a, n, 3) == NULL && errno == ENOMEM && a[2] == 0);
	a = reallocarray(a, 3, 3);
	assert(a[2] == 1);
	return 0;
}
