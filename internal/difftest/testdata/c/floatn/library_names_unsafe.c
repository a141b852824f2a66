// false
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>

int main(void)
{
	_Float32 f = 2.5f32;
	_Float64x l = -2.5f64x;
	assert(floorf64x(l) == -2);
	return 0;
}
