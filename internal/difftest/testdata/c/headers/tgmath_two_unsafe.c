// false
#include <assert.h>
#include <tgmath.h>
int main(void)
{
	float f = 5.5f;
	assert(fmod(f, 2.0f) == 1.5f && sizeof(fmod(f, 2)) == 4);
	assert(fmax(1, 2) == 2 && fabs(-f) == f);
	return 0;
}
