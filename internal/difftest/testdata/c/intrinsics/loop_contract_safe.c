// true --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	int i, x[4];
	for (i = 0; i < 4; i++)
		__CPROVER_loop_invariant(0 <= i && i <= 4)
		__CPROVER_decreases(4 - i)
		x[i] = i;
	__CPROVER_assert(x[3] == 3 && i == 4, "it");
	return 0;
}
