// false
#include <assert.h>

int main(void)
{
	_Float128 x = 1, e = 0x1p-112f128;
	assert(x + e == x);
	return 0;
}
