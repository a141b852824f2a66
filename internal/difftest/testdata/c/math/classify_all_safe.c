// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	float s = 0x1p-140f;
	double n = 0.0;
	assert(fpclassify(s) == FP_SUBNORMAL && fpclassify((double)s) == FP_NORMAL && fpclassify(n) == FP_ZERO && fpclassify(1 / n) == FP_INFINITE);
	return 0;
}
