// true
#include <assert.h>
#include <math.h>
#include <fenv.h>

int main(void)
{
	volatile long double a = 1, b = 3;
	long double n = a / b;
	fesetround(FE_UPWARD);
	long double u = a / b;
	fesetround(FE_DOWNWARD);
	long double d = a / b;
	long double z = a - a;
	assert(d < u && u - d < 0x1p-60L && (n == d || n == u) && z == 0 && signbit(z));
	return 0;
}
