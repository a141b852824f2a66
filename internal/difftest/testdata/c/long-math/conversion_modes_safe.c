// true
#include <assert.h>
#include <math.h>
#include <fenv.h>

int main(void)
{
	volatile long double x = 0.1L;
	fesetround(FE_UPWARD);
	double u = x;
	fesetround(FE_TOWARDZERO);
	double d = x;
	assert(d < u && nextafter(d, 1) == u);
	return 0;
}
