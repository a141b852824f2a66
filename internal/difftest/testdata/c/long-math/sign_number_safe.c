// true
#include <assert.h>
#include <math.h>

int main(void)
{
	volatile float f = -1;
	volatile long double l = -1;
	assert(signbit(f) && signbit(l) && !signbit(-f));
	return 0;
}
