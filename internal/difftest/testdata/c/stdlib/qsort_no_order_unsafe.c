// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

static int cmp(const void *p, const void *q) { return (int)(*(const unsigned *)p - *(const unsigned *)q); }

int main(void)
{
	int a[] = { 2000000000, -2000000000, 5, 2000000000 };
	qsort(a, 4, sizeof *a, cmp);
	assert(a[3] == 2000000000);
	return 0;
}
