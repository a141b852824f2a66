// false
#include <assert.h>

int main(void)
{
	_Float64x l = 1;
	assert(sizeof(_Float32x) == 4);
	return 0;
}
