// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void)
{
	unsigned s = 1;
	int a;
	srand(5);
	a = rand();
	rand_r(&s);
	srand(5);
	assert(rand() == a && s == 1);
	return 0;
}
