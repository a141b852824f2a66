// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void)
{
	unsigned short x[3] = {1, 2, 3}, y[3] = {1, 2, 3};
	assert(nrand48(x) == nrand48(y));
	assert(erand48(x) == erand48(y));
	assert(x[0] == y[0] && x[2] == y[2]);
	return 0;
}
