// true
#include <assert.h>

int main(void)
{
	_Float64x l = 1;
	assert(sizeof(_Float32) == 4 && sizeof(_Float64) == 8 && sizeof(_Float32x) == 8 && sizeof l == sizeof(long double) && sizeof(__float80) == sizeof l && sizeof(__float128) == 16);
	return 0;
}
