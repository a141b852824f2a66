// true
#include <assert.h>
#include <math.h>
#include <errno.h>

int main(void)
{
	errno = 0;
	long double x = ldexpl(1, 20000);
	int e = errno;
	errno = 0;
	long double s = sqrtl(-1);
	assert(e == ERANGE && isinf(x) && errno == EDOM && isnan(s));
	return 0;
}
