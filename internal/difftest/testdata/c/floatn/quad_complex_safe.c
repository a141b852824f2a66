// true
#include <assert.h>

int main(void)
{
	_Complex _Float128 z = 2 + 0.0iL;
	z = z * z;
	assert(__real__ z == 4 && __imag__ z == 0 && sizeof z == 32);
	return 0;
}
