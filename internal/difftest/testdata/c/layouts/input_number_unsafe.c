// false --entry f
/* A number that an input is may be the address of a variable. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int g;
int f(void)
{
	unsigned long n = __VERIFIER_nondet_ulong();
	if (n == (unsigned long)&g)
		*(int *)n = 1;
	assert(g == 0);
	return 0;
}
