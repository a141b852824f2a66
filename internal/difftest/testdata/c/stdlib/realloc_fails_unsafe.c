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
	char *a = malloc(2);
	a[1] = 5;
	errno = 0;
	void *b = realloc(a, n);
	assert(b == NULL && errno == 0 && a[1] == 5);
	return 0;
}
