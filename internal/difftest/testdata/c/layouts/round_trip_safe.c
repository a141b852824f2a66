// true
/* A number becomes the pointer again. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	int a = 0;
	uintptr_t x = (uintptr_t)&a;
	int *p = (int *)x;
	*p = 3;
	assert(a == 3);
	return 0;
}
