// false
#include <tgmath.h>
#include <assert.h>

int main(void)
{
	float f = 2.5f;
	long double l = 1.5L;
	int i = 9;
	assert(sizeof(fmax(f, i)) == 4);
	return 0;
}
