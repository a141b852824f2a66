// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	float s = 0x1p-140f;
	double n = 0.0;
	assert(fpclassify((double)s) == FP_SUBNORMAL);
	return 0;
}
