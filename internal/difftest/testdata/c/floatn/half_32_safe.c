// true --32
#include <assert.h>

int main(void)
{
	_Float16 a = 2048, b = 1, c = a + b;
	assert(a + b + c == 4097 && sizeof(a + b) == 2);
	return 0;
}
