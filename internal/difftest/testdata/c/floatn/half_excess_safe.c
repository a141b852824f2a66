// true
#include <assert.h>

int main(void)
{
	_Float16 a = 2048, b = 1;
	_Float16 stored = a + b;
	assert(a + b == 2049 && stored == 2048);
	return 0;
}
