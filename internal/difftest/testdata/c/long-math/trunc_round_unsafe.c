// false
#include <assert.h>
#include <math.h>

int main(void)
{
	long double x = -2.5L, y = 0x1.fffffffffffffffep-2L;
	assert(roundl(x) == -2);
	return 0;
}
