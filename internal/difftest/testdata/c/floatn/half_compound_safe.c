// true
#include <assert.h>

int main(void)
{
	_Float16 x = 2048;
	x += 0.5f16 * 3;
	x++;
	assert(x == 2052 || x == 2050);
	return 0;
}
