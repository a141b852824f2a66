// false
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>

int main(void)
{
	long double z = 0, m = -z, n = nextupl(z), d = nextdownl(1);
	assert(totalorderl(&z, &m));
	return 0;
}
