// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	double r = fmod(-7.5, 2.0), s = fmod(0x1p100, 3.0);
	assert(r == -1.5 && s == 1.0);
	return 0;
}
