// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile double x = 4294967295.5;
	unsigned u = x;
	assert(u == 4294967295u);
	return 0;
}
