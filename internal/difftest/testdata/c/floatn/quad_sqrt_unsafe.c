// false
#include <assert.h>
#define _GNU_SOURCE
#include <math.h>

int main(void)
{
	_Float128 x = 2.25q;
	assert(sqrtf128(x) == x);
	return 0;
}
