// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	char *a = malloc(9);
	void *volatile p = a;
	volatile size_t n = 0;
	assert(realloc(p, n) == NULL);
	return 0;
}
