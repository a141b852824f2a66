// true --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	char *p = nondet_int() ? 0 : malloc(4);
	__CPROVER_assert(!p || __CPROVER_r_ok(p, 4), "it");
	return 0;
}
