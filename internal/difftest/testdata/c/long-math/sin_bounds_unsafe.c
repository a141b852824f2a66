// false
// inputs: 12
#include <assert.h>
#include <math.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
	long double x = __VERIFIER_nondet_int();
	long double s = sinl(x);
	assert(x != 12);
	return 0;
}
