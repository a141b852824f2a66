// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void)
{
	double d;
	srand48(1);
	d = drand48();
	assert(d > 0.04 && d < 0.041);
	srand48(1);
	assert(drand48() == d);
	return 0;
}
