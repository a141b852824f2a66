// false
#include <assert.h>
#include <math.h>
int main(void)
{
	double x = 3 * 0.37;
	assert(sin(x) == 0x1.ca9904a421c94p-1);
	return 0;
}
