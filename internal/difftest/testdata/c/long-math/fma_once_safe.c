// true
#include <assert.h>
#include <math.h>

int main(void)
{
	long double x = 1 + 0x1p-40L;
	assert(fmal(x, x, -1) == 0x1p-39L + 0x1p-80L && x * x - 1 == 0x1p-39L);
	return 0;
}
