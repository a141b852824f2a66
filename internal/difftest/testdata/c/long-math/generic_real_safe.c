// true
#include <tgmath.h>
#include <assert.h>

int main(void)
{
	float f = 2.5f;
	long double l = 1.5L;
	int i = 9;
	assert(sizeof(floor(f)) == 4 && sizeof(floor(i)) == 8 && sizeof(fmod(f, l)) == sizeof l && floor(f) == 2 && sqrt(i) == 3 && fmax(f, i) == 9);
	return 0;
}
