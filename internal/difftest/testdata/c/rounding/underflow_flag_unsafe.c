// false --32
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile double t = 0x1p-1074, h = 0.75;
	double x = t * h;
	int a = fetestexcept(FE_UNDERFLOW);
	assert(!a);
	return 0;
}
