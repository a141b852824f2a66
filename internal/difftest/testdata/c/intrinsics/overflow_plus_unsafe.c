// false --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	int a = nondet_int(), b = nondet_int();
	long long s = (long long)a + b;
	__CPROVER_assert(__CPROVER_overflow_plus(a, b) == (s > 2147483647), "it");
	return 0;
}
