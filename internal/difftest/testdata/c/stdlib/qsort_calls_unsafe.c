// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

static int calls;
static int cmp(const void *p, const void *q) { calls++; return *(const int *)p - *(const int *)q; }

int main(void)
{
	int a[] = { 1, 2, 3, 4 };
	qsort(a, 4, sizeof *a, cmp);
	assert(calls == 3);
	return 0;
}
