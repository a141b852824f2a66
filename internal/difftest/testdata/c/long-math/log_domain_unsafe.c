// false
#include <assert.h>
#include <math.h>

int main(void)
{
	long double l = logl(-1.0L), a = atanl(3.5L);
	assert(!isnan(l) && a == a);
	return 0;
}
