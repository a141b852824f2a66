// true
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
	assert(r == 3 && c == 3 && l == 3 && i == -2);
	return 0;
}
