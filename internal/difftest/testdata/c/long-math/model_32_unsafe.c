// false --32
#include <assert.h>
#include <math.h>

int main(void)
{
	long double x = -2.5L;
	assert(lroundl(x) == -2);
	return 0;
}
