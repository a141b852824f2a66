// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile int i = 16777217;
	int j = (int)(float)i;
	assert(j == i);
	return 0;
}
