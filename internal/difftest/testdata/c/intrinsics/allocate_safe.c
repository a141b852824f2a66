// true --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	char *p = __CPROVER_allocate(3, nondet_int() != 0);
	__CPROVER_assert(__CPROVER_OBJECT_SIZE(p) == 3, "it");
	return 0;
}
