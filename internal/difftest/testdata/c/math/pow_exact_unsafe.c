// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	double a = pow(2, 10), b = pow(-3, 3), c = pow(10, 2), d = pow(0.5, -3);
	assert(b == 27);
	return 0;
}
