// true
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>

int main(void)
{
	long double z = 0, m = -z, n = nextupl(z), d = nextdownl(1);
	assert(totalorderl(&m, &z) && !totalorderl(&z, &m) && n == 0x1p-16445L && d == 1 - 0x1p-64L);
	return 0;
}
