// false
#include <assert.h>
#include <stdlib.h>
int main(void)
{
	int a;
	srand(1);
	a = rand();
	srand(12345);
	assert(rand() == a);
	return 0;
}
