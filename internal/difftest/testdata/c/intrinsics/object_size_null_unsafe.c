// false --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	char *p = 0;
	__CPROVER_assert(__CPROVER_OBJECT_SIZE(p) != 0, "it");
	return 0;
}
