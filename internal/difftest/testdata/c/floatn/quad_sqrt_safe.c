// true
#include <assert.h>
#define _GNU_SOURCE
#include <math.h>

int main(void)
{
	_Float128 x = 2.25q;
	assert(sqrtf128(x) == 1.5q && fabsf128(-x) == x && copysignf128(1, -x) == -1 && isnan(sqrtf128(-x)));
	return 0;
}
