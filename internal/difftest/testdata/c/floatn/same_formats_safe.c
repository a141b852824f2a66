// true
#include <assert.h>

int main(void)
{
	_Float32 f = 0.1f32;
	_Float64 d = 0.1f64;
	_Float32x x = 0.1f32x;
	_Float64x l = 0.1f64x;
	assert(f == 0.1f && d == 0.1 && x == 0.1 && l == 0.1L && f != d && l != d);
	return 0;
}
