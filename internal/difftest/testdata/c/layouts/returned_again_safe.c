// true
/* A variable may lie where one of a call before lay, and gcc puts it there. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static uintptr_t f(void)
{
	int x = 0;
	return (uintptr_t)&x;
}
int main(void)
{
	uintptr_t a = f(), b = f();
	assert(a == b);
	return 0;
}
