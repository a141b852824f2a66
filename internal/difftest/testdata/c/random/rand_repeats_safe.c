// true
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
	int a, b, i;
	srand(42);
	for (i = 0; i < 5; i++)
		a = rand();
	srand(42);
	for (i = 0; i < 5; i++)
		b = rand();
	assert(a == b);
	return 0;
}
