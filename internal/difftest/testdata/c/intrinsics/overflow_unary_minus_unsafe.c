// false --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	int x = nondet_int();
	__CPROVER_assert(!__CPROVER_overflow_unary_minus(x), "it");
	return 0;
}
