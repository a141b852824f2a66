// true
#include <assert.h>

int main(void)
{
	_Float16 a = 2049, b = 2051, c = -2049;
	assert(a == 2048 && b == 2052 && c == -2048);
	return 0;
}
