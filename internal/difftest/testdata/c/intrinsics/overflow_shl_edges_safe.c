// true --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	int one = 1, none = 0;
	__CPROVER_assert(!__CPROVER_overflow_shl(none, 77) && __CPROVER_overflow_shl(one, 31) && !__CPROVER_overflow_shl(-one, 31) && __CPROVER_overflow_shl(1u * one, 32) && !__CPROVER_overflow_shl(one, -1), "it");
	return 0;
}
