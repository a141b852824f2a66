// false --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	int x[2] = {1, 2}, y = 3;
	__CPROVER_havoc_object(&x[1]);
	__CPROVER_assert(x[0] == 1, "it");
	return 0;
}
