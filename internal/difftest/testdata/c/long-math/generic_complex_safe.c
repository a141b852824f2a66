// true
#include <tgmath.h>
#include <assert.h>

int main(void)
{
	double _Complex w = 1 - 2 * I;
	float _Complex z = 3;
	assert(creal(w) == 1 && cimag(conj(w)) == 2 && sizeof(creal(z)) == 4 && creal(2.5f) == 2.5f);
	return 0;
}
