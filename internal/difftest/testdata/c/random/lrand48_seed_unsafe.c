// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void)
{
	srand48(0);
	assert(lrand48() == 366850415);
	assert(mrand48() == -1085874643 || 1);
	return 0;
}
