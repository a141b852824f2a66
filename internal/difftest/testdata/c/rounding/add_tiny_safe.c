// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile double one = 1, three = 3, ten = 10, tiny = 0x1p-60, big = 1e308;
	volatile float fone = 1, fthree = 3;
	fesetround(FE_UPWARD);
	double u = one + tiny;
	fesetround(FE_TONEAREST);
	double n = one + tiny;
	assert(u == 1 + 0x1p-52 && n == 1);
	return 0;
}
