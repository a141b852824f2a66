// true
#include <assert.h>

int main(void)
{
	_Float128 x = 1, e = 0x1p-112f128;
	assert(x + e > x && x + e / 2 == x && x + e * 1.5f128 - x == 2 * e);
	return 0;
}
