// true
/* Members lie in their order. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct s { char c; int i; long l; } s;
int main(void)
{
	uintptr_t x = (uintptr_t)&s, y = (uintptr_t)&s.i;
	assert(y == x + 4);
	return 0;
}
