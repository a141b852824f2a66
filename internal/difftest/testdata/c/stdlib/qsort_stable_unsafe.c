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
	struct R { int k, v; } a[] = { { 2, 0 }, { 1, 1 }, { 2, 2 }, { 1, 3 } };
	qsort(a, 4, sizeof *a, cmp);
	assert(a[0].v == 1 && a[1].v == 0 && a[2].v == 0 && a[3].v == 2);
	return 0;
}
