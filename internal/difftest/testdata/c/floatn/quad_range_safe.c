// true
#include <assert.h>

int main(void)
{
	__float128 x = 1e4000q;
	assert(x > 1e300 && x / 1e3990q > 9e9q && x * x > x);
	return 0;
}
