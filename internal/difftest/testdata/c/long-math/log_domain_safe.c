// true
#include <assert.h>
#include <math.h>

int main(void)
{
	long double l = logl(-1.0L), a = atanl(3.5L);
	assert(isnan(l) && a >= 0 && a < 1.6L);
	return 0;
}
