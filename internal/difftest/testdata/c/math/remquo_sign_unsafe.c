// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	int q, p;
	volatile double x = -7;
	double r = remquo(x, 3.0, &q), s = remquo(7.0, 2.0, &p);
	assert(p == 3);
	return 0;
}
