// false
/* Functions have numbers of their own. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static int f(void) { return 1; }
static int g(void) { return 2; }
int main(void)
{
	uintptr_t x = (uintptr_t)f, y = (uintptr_t)g;
	assert(x == y);
	return 0;
}
