// false
#include <assert.h>

int main(void)
{
	_Float16 a = 2048, b = 1;
	_Float16 stored = a + b;
	assert(stored == 2049);
	return 0;
}
