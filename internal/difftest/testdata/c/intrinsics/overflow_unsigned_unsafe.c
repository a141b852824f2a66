// false --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	unsigned x = nondet_uint();
	__CPROVER_assert(!__CPROVER_overflow_plus(x, 1u), "it");
	return 0;
}
