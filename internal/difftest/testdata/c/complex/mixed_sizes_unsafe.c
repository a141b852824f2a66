// false
#include <assert.h>

int main(void)
{
	double _Complex z = 1;
	float _Complex c = 2;
	long double l = 1;
	double d = 1;
	assert(sizeof(z * l) == sizeof z);
	return 0;
}
