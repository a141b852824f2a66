// false
#include <assert.h>

int main(void)
{
	_Complex _Float128 z = 2 + 0.0iL;
	z = z * z;
	assert(__real__ z == 2);
	return 0;
}
