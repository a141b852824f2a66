// true
/* Room that is aligned by hand. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	char buf[48];
	uintptr_t x = (uintptr_t)buf, y = (x + 15) & ~(uintptr_t)15;
	assert(y >= x && y < x + 16 && y % 16 == 0);
	return 0;
}
