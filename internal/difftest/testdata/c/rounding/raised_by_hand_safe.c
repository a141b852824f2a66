// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	feraiseexcept(FE_OVERFLOW);
	fexcept_t f;
	fegetexceptflag(&f, FE_ALL_EXCEPT);
	feclearexcept(FE_ALL_EXCEPT);
	int a = fetestexcept(FE_ALL_EXCEPT);
	fesetexceptflag(&f, FE_OVERFLOW);
	int b = fetestexcept(FE_ALL_EXCEPT);
	assert(!a && b == FE_OVERFLOW);
	return 0;
}
