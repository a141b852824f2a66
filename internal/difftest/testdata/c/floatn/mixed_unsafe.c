// false
#include <assert.h>

int main(void)
{
	_Float16 h = 0.5f16;
	_Float128 q = 0.1f128;
	long double l = 0.1L;
	assert(q == l);
	return 0;
}
