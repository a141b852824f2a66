// false --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	char x[4] = {1, 2, 3, 4};
	__CPROVER_array_set(x, 9);
	__CPROVER_assert(x[3] == 4, "it");
	return 0;
}
