// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile double x = 1 + 0x1p-52;
	double r = fma(x, x, -(x * x));
	assert(r == 0);
	return 0;
}
