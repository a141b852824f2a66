// true
#include <assert.h>
#include <string.h>

int main(void)
{
	_Float128 x = -2;
	unsigned long long u[2];
	memcpy(u, &x, 16);
	assert(u[0] == 0 && u[1] == 0xc000000000000000ull && sizeof x == 16);
	return 0;
}
