// true --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	unsigned n = nondet_uint();
	__CPROVER_assume(n > 0 && n < 50);
	char *h = malloc(n);
	__CPROVER_assert(__CPROVER_rw_ok(h + n / 2, n - n / 2), "it");
	return 0;
}
