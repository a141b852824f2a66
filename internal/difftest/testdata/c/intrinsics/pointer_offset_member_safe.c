// true --check none
#include <stdlib.h>
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
	struct { int a; struct { char b, c; } d[4]; } s;
	__CPROVER_assert(__CPROVER_POINTER_OFFSET(&s.d[2].c) == 9, "it");
	return 0;
}
