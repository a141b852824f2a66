// true
#include <assert.h>
#include <math.h>

int main(void)
{
	long double x = 0x1p-16400L, i = HUGE_VALL;
	assert(fpclassify(x) == FP_SUBNORMAL && isinf(i) == 1 && isinf(-i) == -1 && !isfinite(i) && isnormal(1.0L));
	return 0;
}
