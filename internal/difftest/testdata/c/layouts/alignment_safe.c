// true
/* An int is aligned, wherever it lies. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	int a, b, *p = __VERIFIER_nondet_int() ? &a : &b;
	assert((uintptr_t)p % 4 == 0);
	return 0;
}
