// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile double x = -0x1p63;
	long long l = x;
	assert(l == 0);
	return 0;
}
