// false --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	unsigned n = nondet_uint();
	__CPROVER_assume(n > 0 && n < 50);
	char *h = malloc(n);
	free(h);
	__CPROVER_assert(!__CPROVER_DYNAMIC_OBJECT(h), "it");
	return 0;
}
