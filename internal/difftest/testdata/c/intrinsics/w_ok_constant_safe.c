// true --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	static const int k = 3;
	const int *p = &k;
	__CPROVER_assert(__CPROVER_r_ok(p) && !__CPROVER_w_ok(p), "it");
	return 0;
}
