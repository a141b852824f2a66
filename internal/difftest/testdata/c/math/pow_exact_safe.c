// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	double a = pow(2, 10), b = pow(-3, 3), c = pow(10, 2), d = pow(0.5, -3);
	assert(a == 1024 && b == -27 && c == 100 && d == 8);
	return 0;
}
