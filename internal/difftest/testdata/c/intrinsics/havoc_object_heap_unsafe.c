// false --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	unsigned n = nondet_uint();
	__CPROVER_assume(n > 0 && n < 50);
	char *h = malloc(n);
	char *k = malloc(1);
	*k = 1;
	h[0] = 4;
	__CPROVER_havoc_object(h + n - 1);
	__CPROVER_assert(h[0] == 4, "it");
	return 0;
}
