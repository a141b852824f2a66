// true
#include <assert.h>

int main(void)
{
	_Float16 m = 65504, s = m + m;
	assert(m + m == 131008 && s > 1e30 && s == s + 1);
	return 0;
}
