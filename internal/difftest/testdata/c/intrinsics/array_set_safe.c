// true --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	char x[4] = {1, 2, 3, 4};
	__CPROVER_array_set(x, 9);
	__CPROVER_assert(x[0] == 9 && x[3] == 9, "it");
	return 0;
}
