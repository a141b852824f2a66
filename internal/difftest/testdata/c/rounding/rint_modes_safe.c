// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile double h = 2.5;
	fesetround(FE_UPWARD);
	double u = rint(h);
	long l = lrint(-h);
	fesetround(FE_DOWNWARD);
	double d = nearbyint(h);
	long k = lrintf(-0.5f);
	assert(u == 3 && l == -2 && d == 2 && k == -1);
	return 0;
}
