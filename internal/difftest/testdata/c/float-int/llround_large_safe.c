// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	long long n = llround(4503599627370497.5);
	long k = lround(-0.5);
	assert(n == 4503599627370498LL && k == -1);
	return 0;
}
