// true --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	__CPROVER_size_t n = sizeof(long);
	__CPROVER_bool b = 7;
	__CPROVER_assert(b == 1 && n == 8, "it");
	return 0;
}
