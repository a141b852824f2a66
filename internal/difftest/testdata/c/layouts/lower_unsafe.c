// false
/* The lower one of two. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	int a = 1, b = 2;
	int *lo = &a < &b ? &a : &b, *hi = &a < &b ? &b : &a;
	assert(lo > hi);
	return 0;
}
