// true
#include <assert.h>
#include <math.h>

int main(void)
{
	long double x = 1e18L + 3, y = 7;
	assert(fmodl(x, y) == (long long)x % 7 && fmodl(-5.5L, 2) == -1.5L);
	return 0;
}
