// true
#include <assert.h>
#include <stdlib.h>
int main(void)
{
	srand(1);
	assert(rand() == 1804289383);
	assert(rand() == 846930886);
	return 0;
}
