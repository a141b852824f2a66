// true --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	unsigned n = nondet_uint();
	__CPROVER_assume(n > 0 && n < 50);
	char *h = malloc(n);
	char x;
	char *p = nondet_int() ? h + 1 : &x;
	__CPROVER_assert((__CPROVER_POINTER_OBJECT(p) == __CPROVER_POINTER_OBJECT(h)) == (p != &x), "it");
	return 0;
}
