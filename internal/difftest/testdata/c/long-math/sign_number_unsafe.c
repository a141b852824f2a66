// false
#include <assert.h>
#include <math.h>

int main(void)
{
	volatile float f = -1;
	volatile long double l = -1;
	assert(signbit(f) == 0 || signbit(l) == 0);
	return 0;
}
