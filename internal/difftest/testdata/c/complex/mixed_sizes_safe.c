// true
#include <assert.h>

int main(void)
{
	double _Complex z = 1;
	float _Complex c = 2;
	long double l = 1;
	double d = 1;
	assert(sizeof(z * l) == 2 * sizeof l && sizeof(d - c) == 16 && sizeof(c * 2) == 8);
	return 0;
}
