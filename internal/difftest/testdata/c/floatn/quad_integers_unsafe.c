// false
#include <assert.h>

int main(void)
{
	unsigned long long u = ~0ull;
	_Float128 x = u, y = x * u;
	assert(y / u != x);
	return 0;
}
