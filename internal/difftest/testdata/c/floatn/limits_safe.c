// true
#include <assert.h>
#include <float.h>

int main(void)
{
	_Float16 m = __FLT16_MAX__;
	_Float128 q = __FLT128_MAX__;
	assert(m == 65504 && q > __FLT64X_MAX__ && __FLT32_MAX__ == __FLT_MAX__);
	return 0;
}
