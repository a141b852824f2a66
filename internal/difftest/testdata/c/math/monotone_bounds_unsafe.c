// false
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void)
{
	double x = __VERIFIER_nondet_double();
	if (!(x >= 0.5 && x <= 2))
		return 0;
	assert(pow(x, 3) < 1);
	return 0;
}
