// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile double x = 1 + 0x1p-52;
	fesetround(FE_UPWARD);
	double r = fma(x, x, 0.0);
	fesetround(FE_TOWARDZERO);
	double s = fma(x, x, 0.0);
	assert(r - s == 0x1p-52);
	return 0;
}
