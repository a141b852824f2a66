// true
#include <assert.h>
#include <stdlib.h>
int main(void)
{
	int a, seed = 0;
	srand(1);
	a = rand();
	srand(seed);
	assert(rand() == a);
	return 0;
}
