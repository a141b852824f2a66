// true
#include <assert.h>
#include <math.h>

int main(void)
{
	volatile double d = 5e-324;
	volatile float f = 1e-40f;
	volatile long double l = 1e-4940L;
	assert(!isnormal(d) && !isnormal(f) && !isnormal(l) && isnormal(1e-30f));
	return 0;
}
