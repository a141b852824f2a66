// true --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	int x = nondet_int();
	__CPROVER_assert(__CPROVER_overflow_shl(x, 1) == (x >= 1 << 30 || x < -(1 << 30)), "it");
	return 0;
}
