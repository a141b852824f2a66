// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile double one = 1, three = 3, ten = 10, tiny = 0x1p-60, big = 1e308;
	volatile float fone = 1, fthree = 3;
	double x = big * ten;
	int a = fetestexcept(FE_ALL_EXCEPT);
	feclearexcept(FE_OVERFLOW);
	int b = fetestexcept(FE_ALL_EXCEPT);
	assert(b == 0);
	return 0;
}
