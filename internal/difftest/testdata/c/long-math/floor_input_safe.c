// true
#include <assert.h>
#include <math.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
	int i = __VERIFIER_nondet_int();
	if (i < -4 || i > 4)
		return 0;
	long double x = i + 0.25L;
	assert(floorl(x) == i);
	return 0;
}
