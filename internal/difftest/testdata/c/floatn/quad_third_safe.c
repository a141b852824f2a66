// true
#include <assert.h>

int main(void)
{
	_Float128 x = 1;
	x = x / 3;
	assert(x != 1.0L / 3 && (double)x == 1.0 / 3 && (long double)x == 1.0L / 3);
	return 0;
}
