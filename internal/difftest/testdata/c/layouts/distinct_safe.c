// true
/* Two variables have two numbers. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	long a, b;
	uintptr_t x = (uintptr_t)&a, y = (uintptr_t)&b;
	assert(x != y && (x > y ? x - y : y - x) >= sizeof a);
	return 0;
}
