// true --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	int x[3];
	__CPROVER_assert(__CPROVER_OBJECT_SIZE(x + 1) == 12, "it");
	return 0;
}
