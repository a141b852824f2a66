// true
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>

int main(void)
{
	_Float32 f = 2.5f32;
	_Float64x l = -2.5f64x;
	assert(floorf32(f) == 2 && ceilf64x(l) == -2 && fabsf64(-0.5f64) == 0.5 && rintf32x(2.5f32x) == 2 && fmaf64x(l, l, 1) == 7.25L);
	return 0;
}
