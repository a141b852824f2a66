// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	double a = logb(0x1p-1074), b = logb(10.0);
	int c = ilogb(0.3), d = ilogbf(9.0f);
	assert(a == -1074 && b == 3 && c == -2 && d == 3);
	return 0;
}
