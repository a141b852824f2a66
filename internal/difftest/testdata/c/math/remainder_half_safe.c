// true --32
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	double r = remainder(5.0, 2.0), s = remainder(7.0, 2.0);
	assert(r == 1 && s == -1);
	return 0;
}
