// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	long long n = llround(4503599627370497.5);
	long k = lround(-0.5);
	assert(k == 0);
	return 0;
}
