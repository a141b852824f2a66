// false --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	char x[4] = {1, 2, 3, 4};
	__CPROVER_havoc_slice(x + 1, 2);
	__CPROVER_assert(x[0] == 1 && x[2] == 3, "it");
	return 0;
}
