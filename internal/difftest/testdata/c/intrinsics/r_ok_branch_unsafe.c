// false --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	unsigned n = nondet_uint();
	__CPROVER_assume(n > 0 && n < 50);
	char *h = malloc(n);
	int i = nondet_int();
	if (!__CPROVER_r_ok(h + i, 1)) return 0;
	__CPROVER_assert(i >= 0 && i < (int)n - 1, "it");
	return 0;
}
