// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
double roundeven(double);
int main(void)
{
	double a = round(2.5), b = round(-2.5), c = rint(2.5), d = roundeven(3.5), e = round(0.49999999999999994);
	assert(a == 2);
	return 0;
}
