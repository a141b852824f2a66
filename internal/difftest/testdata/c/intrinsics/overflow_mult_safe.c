// true --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	unsigned short x = nondet_uint();
	__CPROVER_assert(!__CPROVER_overflow_mult(x, 32767), "it");
	return 0;
}
