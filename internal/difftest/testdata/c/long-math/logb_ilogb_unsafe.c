// false
#include <assert.h>
#include <math.h>

int main(void)
{
	long double x = 0x1p-16440L;
	assert(ilogbl(x) == -16382);
	return 0;
}
