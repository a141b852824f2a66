// false
#include <assert.h>
#include <string.h>

int main(void)
{
	_Float128 x = -2;
	unsigned long long u[2];
	memcpy(u, &x, 16);
	assert(u[1] == 0x4000000000000000ull);
	return 0;
}
