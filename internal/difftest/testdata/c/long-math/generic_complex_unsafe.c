// false
#include <tgmath.h>
#include <assert.h>

int main(void)
{
	double _Complex w = 1 - 2 * I;
	float _Complex z = 3;
	assert(cimag(conj(w)) == -2);
	return 0;
}
