// false
#include <assert.h>

int main(void)
{
	_Float16 x = 1.1f16;
	assert(x == 1.1f16);
	return 0;
}
