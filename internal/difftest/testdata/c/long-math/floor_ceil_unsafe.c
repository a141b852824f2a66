// false
#include <assert.h>
#include <math.h>

int main(void)
{
	volatile long double x = -7.25L, y = 0x1.8p40L;
	assert(floorl(x) == -7);
	return 0;
}
