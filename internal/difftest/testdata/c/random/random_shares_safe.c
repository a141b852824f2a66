// true
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
	assert(rand() == a && random() == b);
	return 0;
}
