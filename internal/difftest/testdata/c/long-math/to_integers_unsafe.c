// false
#include <assert.h>
#include <math.h>

int main(void)
{
	long double x = 0x1p40L + 0.5L;
	assert(llroundl(x) == 1ll << 40);
	return 0;
}
