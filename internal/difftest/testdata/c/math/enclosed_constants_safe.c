// true
#include <assert.h>
#include <math.h>
int main(void)
{
	double x = 3 * 0.37, sum = 0;
	assert(sin(x) == 0x1.ca9904a421c93p-1);
	for (int i = 0; i < 6; i++)
		sum += cos(i * 0.5);
	assert(sum > 1.2713 && sum < 1.2714);
	double c = cosh(1.25), e = exp(1.0);
	assert(c > 1.88842 && c < 1.88843);
	assert(e == 2.718281828459045);
	float f = cosf(0.5f);
	assert(f > 0.8775 && f < 0.8776);
	assert(fabs(hypot(3, 4) - 5) == 0);
	return 0;
}
