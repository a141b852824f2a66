// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	int a = fegetround(), b = fesetround(FE_UPWARD), c = fegetround(), d = fesetround(5), e = fegetround();
	assert(a == FE_TONEAREST && b == 0 && c == FE_UPWARD && d != 0 && e == FE_UPWARD);
	return 0;
}
