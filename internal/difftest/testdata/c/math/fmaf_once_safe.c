// true --32
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile float x = 0x1.000002p0f;
	float r = fmaf(x, x, 0x1p-60f);
	assert(r == 0x1.000004p0f);
	return 0;
}
