// true
/* The order of objects is an order. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	int a, b, c, n = 0;
	if (&a < &b && &b < &c)
		n = &a < &c ? 1 : 2;
	assert(n != 2);
	return 0;
}
