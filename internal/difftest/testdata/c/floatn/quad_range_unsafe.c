// false
#include <assert.h>

int main(void)
{
	__float128 x = 1e4000q;
	assert(x * x == x * 2);
	return 0;
}
