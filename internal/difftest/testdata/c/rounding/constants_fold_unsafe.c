// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	fesetround(FE_UPWARD);
	double c = 1.0 / 3.0, d = 0.1;
	volatile double x = 3;
	double v = 1 / x;
	assert(c == v);
	return 0;
}
