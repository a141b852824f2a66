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
	int a[] = { 3, 1, 2, 5, 4 };
	qsort(a, 5, sizeof *a, cmp);
	for (int i = 0; i < 4; i++) assert(a[i] > a[i + 1]);
	return 0;
}
