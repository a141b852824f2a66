// false
#include <assert.h>
#include <math.h>

int main(void)
{
	long double x = 1e18L + 3, y = 7;
	assert(fmodl(-5.5L, 2) == 1.5L);
	return 0;
}
