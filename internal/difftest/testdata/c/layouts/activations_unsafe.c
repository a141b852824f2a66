// false
/* Activations that live at once have variables of their own. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static uintptr_t f(int n)
{
	int x = n;
	return n ? f(n - 1) : (uintptr_t)&x;
}
int main(void)
{
	int y = 0;
	assert(f(3) == (uintptr_t)&y);
	return y;
}
