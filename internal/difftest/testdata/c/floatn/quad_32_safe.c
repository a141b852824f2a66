// true --32
#include <assert.h>

int main(void)
{
	struct { char c; _Float128 q; } s = {1, 3.5q};
	assert(sizeof s == 32 && s.q * 2 == 7);
	return 0;
}
