// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
	int x = __VERIFIER_nondet_int();
	int *a = malloc(sizeof *a);
	*a = x;
	a = realloc(a, 4 * sizeof *a);
	assert(a[0] == x);
	free(a);
	return 0;
}
