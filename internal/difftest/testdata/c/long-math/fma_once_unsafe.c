// false
#include <assert.h>
#include <math.h>

int main(void)
{
	long double x = 1 + 0x1p-40L;
	assert(fmal(x, x, -1) == x * x - 1);
	return 0;
}
