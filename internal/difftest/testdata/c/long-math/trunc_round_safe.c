// true
#include <assert.h>
#include <math.h>

int main(void)
{
	long double x = -2.5L, y = 0x1.fffffffffffffffep-2L;
	assert(truncl(x) == -2 && roundl(x) == -3 && roundl(y) == 0 && roundl(0.5L) == 1);
	return 0;
}
