// true
#include <assert.h>
#include <math.h>

int main(void)
{
	long double x = 0x1p-16440L;
	assert(logbl(x) == -16440 && ilogbl(x) == -16440 && ilogbl(12) == 3 && ilogbl(0) == FP_ILOGB0);
	return 0;
}
