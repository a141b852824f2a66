// true
#include <assert.h>

int main(void)
{
	unsigned long long u = ~0ull;
	_Float128 x = u, y = x * u;
	assert((unsigned long long)x == u && y / u == x && (int)(x - x - 5) == -5);
	return 0;
}
