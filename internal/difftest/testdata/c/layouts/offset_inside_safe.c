// true
/* The distance of elements is that of their numbers. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	int a[10], i = __VERIFIER_nondet_int();
	if (i < 1 || i > 9)
		return 0;
	uintptr_t d = (uintptr_t)&a[i] - (uintptr_t)a;
	assert(d == 4u * i);
	return 0;
}
