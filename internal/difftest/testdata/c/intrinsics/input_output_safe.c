// true --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	int x = 1;
	__CPROVER_input("x", x);
	__CPROVER_output("x", x++);
	__CPROVER_cover(x == 2);
	__CPROVER_assert(x == 2, "it");
	return 0;
}
