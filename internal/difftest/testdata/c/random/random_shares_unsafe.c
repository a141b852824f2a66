// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void)
{
	long a, b;
	srandom(99);
	a = random();
	b = random();
	srand(99);
	assert(rand() == a && rand() + 1 == b);
	return 0;
}
