// true --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	unsigned n = nondet_uint();
	__CPROVER_assume(n > 0 && n < 50);
	char *h = malloc(n);
	char *k = malloc(2);
	__CPROVER_assert(__CPROVER_same_object(h, h + 3) && !__CPROVER_same_object(h, k), "it");
	return 0;
}
