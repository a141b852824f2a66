// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile double one = 1, three = 3, ten = 10, tiny = 0x1p-60, big = 1e308;
	volatile float fone = 1, fthree = 3;
	fenv_t env;
	feholdexcept(&env);
	double x = one / three;
	int a = fetestexcept(FE_INEXACT);
	feclearexcept(FE_INEXACT);
	feupdateenv(&env);
	int b = fetestexcept(FE_INEXACT);
	assert(a && !b);
	return 0;
}
