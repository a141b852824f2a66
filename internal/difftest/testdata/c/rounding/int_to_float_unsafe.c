// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile int i = 16777217;
	volatile long long l = 9007199254740993LL;
	fesetround(FE_UPWARD);
	float f = i;
	double d = l;
	assert(f == 16777216.0f);
	return 0;
}
