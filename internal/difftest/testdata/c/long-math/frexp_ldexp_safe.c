// true
#include <assert.h>
#include <math.h>

int main(void)
{
	int e;
	long double m = frexpl(-0x1.8p-16400L, &e);
	assert(m == -0.75L && e == -16399 && ldexpl(m, e) == -0x1.8p-16400L && scalbnl(1, 16383) == 0x1p16383L);
	return 0;
}
