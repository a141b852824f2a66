// true
#include <assert.h>
#include <math.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
	long double x = __VERIFIER_nondet_int();
	long double s = sinl(x);
	assert(s > -1.5L && s < 1.5L);
	return 0;
}
