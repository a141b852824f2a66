// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile double d = 1.999999999999;
	fesetround(FE_DOWNWARD);
	float f = d;
	assert(f == 2);
	return 0;
}
