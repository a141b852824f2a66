// false
#include <assert.h>

int main(void)
{
	_Float16 x = 2048;
	x += 0.5f16 * 3;
	x++;
	assert(x == 2050.5);
	return 0;
}
