// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	int e;
	double m = frexp(-96.0, &e);
	assert(m == -1.5);
	return 0;
}
