// false
#include <assert.h>

int main(void)
{
	_Float16 x = 0x1p-24f16, y = x / 2;
	assert(y != 0);
	return 0;
}
