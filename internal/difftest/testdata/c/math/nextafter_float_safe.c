// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	float x = nextafterf(1.0f, 2.0f), y = nextafterf(0.0f, -1.0f);
	double z = nextafter(1.0, 0.0);
	assert(x == 1 + 0x1p-23f && y == -0x1p-149f && z == 1 - 0x1p-53);
	return 0;
}
