// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
static volatile double a = 1, b = 3;
static double third(void) { return a / b; }
int main(void)
{
	volatile double one = 1, three = 3, ten = 10, tiny = 0x1p-60, big = 1e308;
	volatile float fone = 1, fthree = 3;
	double n = third();
	fesetround(FE_UPWARD);
	double u = third();
	fesetround(FE_TONEAREST);
	double k = third();
	assert(u > n && k == n);
	return 0;
}
