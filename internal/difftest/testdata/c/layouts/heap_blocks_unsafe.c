// false
/* Two blocks that live lie apart. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	char *p = malloc(8), *q = malloc(24);
	if (!p || !q)
		return 0;
	uintptr_t x = (uintptr_t)p, y = (uintptr_t)q;
	assert(x + 8 > y && y + 24 > x);
	return 0;
}
