// false
#include <assert.h>
#include <math.h>

int main(void)
{
	_Float16 x = 1e-5f16, big = 60000;
	assert(isnormal(x));
	return 0;
}
