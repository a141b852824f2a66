// false
/* One of two variables lies lower. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	int a, b;
	assert((&a < &b) == (&b < &a));
	return 0;
}
