// true --32
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile double one = 1, three = 3, ten = 10, tiny = 0x1p-60, big = 1e308;
	volatile float fone = 1, fthree = 3;
	fenv_t env;
	fesetround(FE_UPWARD);
	fegetenv(&env);
	fesetround(FE_TONEAREST);
	fesetenv(&env);
	int m = fegetround();
	fesetenv(FE_DFL_ENV);
	double x = one + tiny;
	assert(m == FE_UPWARD && x == 1 && fegetround() == FE_TONEAREST);
	return 0;
}
