// true
#include <assert.h>

int main(void)
{
	_Float16 h = 0.5f16;
	_Float128 q = 0.1f128;
	long double l = 0.1L;
	assert(h + q == 0.6f128 && h + l == 0.6L && q != l && (h ? q : l) == q);
	return 0;
}
