// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
double fminimum(double, double);
double fmaximum_num(double, double);
int main(void)
{
	double a = fminimum(0.0, -0.0), b = fmaximum_num(NAN, 3);
	int s = signbit(a) != 0;
	assert(!s);
	return 0;
}
