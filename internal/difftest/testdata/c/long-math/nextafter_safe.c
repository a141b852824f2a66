// true
#include <assert.h>
#include <math.h>

int main(void)
{
	long double x = 1;
	assert(nextafterl(x, 2) == 1 + 0x1p-63L && nextafterl(x, 0) == 1 - 0x1p-64L && nexttowardl(0, -1) == -0x1p-16445L);
	return 0;
}
