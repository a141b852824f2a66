// true --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	int x[3];
	char *q = (char *)x;
	__CPROVER_assert(__CPROVER_r_ok((int *)(q + 8)) && !__CPROVER_r_ok((int *)(q + 9)), "it");
	return 0;
}
