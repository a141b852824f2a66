// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile double h = 2.5;
	fesetround(FE_DOWNWARD);
	double r = round(h), c = ceil(h);
	long l = lround(h);
	int i = (int)-h;
	assert(r == 2);
	return 0;
}
