// false --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	char x[4] = {1, 2, 3, 4}, y[2] = {8, 9};
	__CPROVER_array_replace(x, y);
	__CPROVER_assert(x[1] == 2, "it");
	return 0;
}
