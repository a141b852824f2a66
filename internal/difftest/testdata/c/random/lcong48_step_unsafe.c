// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void)
{
	unsigned short p[7] = {0, 0, 1, 1, 0, 0, 1};
	lcong48(p);
	assert(lrand48() == 1 << 15);
	lcong48(p);
	assert(drand48() == 1.0 / 65536);
	return 0;
}
