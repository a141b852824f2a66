// false
#include <assert.h>

int main(void)
{
	_Float16 a = 2049, b = 2051, c = -2049;
	assert(a == 2049 || b == 2050);
	return 0;
}
