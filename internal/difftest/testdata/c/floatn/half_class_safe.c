// true
#include <assert.h>
#include <math.h>

int main(void)
{
	_Float16 x = 1e-5f16, big = 60000;
	assert(!isnormal(x) && isfinite(x) && isinf((_Float16)(big + big)) && signbit(-x));
	return 0;
}
