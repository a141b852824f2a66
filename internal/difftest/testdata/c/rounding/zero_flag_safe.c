// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile double z = 0;
	double x = 1 / z;
	int a = fetestexcept(FE_DIVBYZERO | FE_INVALID);
	double y = z / z;
	int b = fetestexcept(FE_INVALID);
	assert(a == FE_DIVBYZERO && b && x > 0 && y != y);
	return 0;
}
