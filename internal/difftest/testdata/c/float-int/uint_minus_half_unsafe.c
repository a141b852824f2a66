// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile double x = -0.5;
	unsigned u = x;
	unsigned char c = x;
	assert(u != 0);
	return 0;
}
