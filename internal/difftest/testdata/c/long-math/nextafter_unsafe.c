// false
#include <assert.h>
#include <math.h>

int main(void)
{
	long double x = 1;
	assert(nextafterl(x, 2) == 1 + 0x1p-52L);
	return 0;
}
