// true
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
	assert(f == 16777218.0f && d == 9007199254740994.0);
	return 0;
}
