// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile double x = 0x1.8p63;
	unsigned long long u = x;
	assert(u == 13835058055282163712ull);
	return 0;
}
