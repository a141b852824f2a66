// true
/* A tag in the lowest bit. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	int *p = malloc(sizeof *p);
	if (!p)
		return 0;
	uintptr_t t = (uintptr_t)p | 1;
	int *q = (int *)(t & ~(uintptr_t)1);
	*q = 7;
	assert(*p == 7);
	return 0;
}
