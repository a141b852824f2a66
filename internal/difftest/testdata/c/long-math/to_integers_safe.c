// true
#include <assert.h>
#include <math.h>

int main(void)
{
	long double x = 0x1p40L + 0.5L;
	assert(llrintl(x) == 1ll << 40 && llroundl(x) == (1ll << 40) + 1 && lroundl(-1.5L) == -2);
	return 0;
}
