// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

static int cmp(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }

int main(void)
{
	int a[] = { 1, 3, 5, 7 }, k = 5, n = 4;
	assert((int *)bsearch(&k, a, 4, sizeof *a, cmp) == a + 1 && bsearch(&n, a, 4, sizeof *a, cmp) == NULL);
	return 0;
}
