// false
#include <assert.h>

int main(void)
{
	_Float16 m = 65504, s = m + m;
	assert(s == 131008);
	return 0;
}
