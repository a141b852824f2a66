// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile double x = -0x1p63;
	long long l = x;
	assert(l == -9223372036854775807LL - 1);
	return 0;
}
