// false
#include <assert.h>
#include <math.h>

int main(void)
{
	long double x = 0x1p-16400L, i = HUGE_VALL;
	assert(isnormal(x));
	return 0;
}
