// false
#include <assert.h>
#include <tgmath.h>
int main(void)
{
	float f = 2;
	assert(sizeof(sqrt(f)) == sizeof(float) && sizeof(sqrt(2)) == sizeof(double));
	assert(sqrt(f) == (sqrt)(2.0));
	return 0;
}
