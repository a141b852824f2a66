// false --32
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	double x = ldexp(3.0, -1075), y = ldexp(1.0, 1024), z = scalbn(-5.0, 3);
	assert(x == 0x1p-1074);
	return 0;
}
