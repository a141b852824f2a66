// true
#include <assert.h>

int main(void)
{
	_Float16 x = 1.1f16;
	assert(1.1f16 == 1.1f && x != 1.1f16 && x == 1.099609375f);
	return 0;
}
