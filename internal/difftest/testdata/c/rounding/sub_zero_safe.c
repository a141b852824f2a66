// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile double one = 1, three = 3, ten = 10, tiny = 0x1p-60, big = 1e308;
	volatile float fone = 1, fthree = 3;
	fesetround(FE_DOWNWARD);
	double z = one - one;
	assert(z == 0 && signbit(z));
	return 0;
}
