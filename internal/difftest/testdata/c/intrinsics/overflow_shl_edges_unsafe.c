// false --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	int one = 1, none = 0;
	__CPROVER_assert(!__CPROVER_overflow_shl(one, 31), "it");
	return 0;
}
