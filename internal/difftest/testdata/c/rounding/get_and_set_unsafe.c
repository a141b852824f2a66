// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	int a = fegetround(), b = fesetround(FE_UPWARD), c = fegetround(), d = fesetround(5), e = fegetround();
	assert(c == FE_TONEAREST);
	return 0;
}
