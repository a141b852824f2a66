// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	int e;
	double m = frexp(-96.0, &e);
	assert(m == -0.75 && e == 7);
	return 0;
}
