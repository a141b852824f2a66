// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	double a = logb(0x1p-1074), b = logb(10.0);
	int c = ilogb(0.3), d = ilogbf(9.0f);
	assert(c == -1);
	return 0;
}
