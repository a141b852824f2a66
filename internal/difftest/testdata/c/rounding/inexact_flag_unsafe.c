// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile double one = 1, three = 3, ten = 10, tiny = 0x1p-60, big = 1e308;
	volatile float fone = 1, fthree = 3;
	feclearexcept(FE_ALL_EXCEPT);
	double x = one / three;
	int a = fetestexcept(FE_INEXACT);
	feclearexcept(FE_ALL_EXCEPT);
	x = one / 2;
	int b = fetestexcept(FE_ALL_EXCEPT);
	assert(!a);
	return 0;
}
