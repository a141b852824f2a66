// false
#include <assert.h>
#include <math.h>
#include <fenv.h>

int main(void)
{
	long double x = 2.5L;
	long double a = rintl(x);
	fesetround(FE_UPWARD);
	long double b = nearbyintl(x);
	long l = lrintl(-x);
	assert(b == 2);
	return 0;
}
