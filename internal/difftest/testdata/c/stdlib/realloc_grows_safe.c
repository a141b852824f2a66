// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	int *a = malloc(2 * sizeof *a);
	a[0] = 4;
	a[1] = 5;
	a = realloc(a, 9 * sizeof *a);
	assert(a[0] == 4 && a[1] == 5);
	a[8] = 1;
	free(a);
	return 0;
}
