// false
#include <assert.h>
static _Float16 id(_Float16 x) { return x; }
static _Float16 third(int n) { return n / 3.0f16; }

int main(void)
{
	_Float16 a = 4096;
	assert(id(a + 1) == 4097);
	return 0;
}
