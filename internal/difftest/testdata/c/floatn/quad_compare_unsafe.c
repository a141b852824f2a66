// false
#include <assert.h>

int main(void)
{
	_Float128 x = 0.1f128, n = 0 * (1e4000f128 * 1e4000f128);
	assert(x == 0.1);
	return 0;
}
