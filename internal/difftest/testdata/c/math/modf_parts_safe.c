// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	double i, f = modf(-3.75, &i);
	float j, g = modff(2.5f, &j);
	assert(i == -3 && f == -0.75 && j == 2 && g == 0.5f);
	return 0;
}
