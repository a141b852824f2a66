// false --32
/* The same where a pointer is an unsigned int. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	char buf[48];
	unsigned x = (unsigned)buf, y = (x + 15) & ~15u;
	assert(y > x + 15);
	return 0;
}
