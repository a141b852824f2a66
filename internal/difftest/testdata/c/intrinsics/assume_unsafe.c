// false --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	int x = nondet_int();
	__CPROVER_assume(x > 3);
	__CPROVER_assert(x > 4, "it");
	return 0;
}
