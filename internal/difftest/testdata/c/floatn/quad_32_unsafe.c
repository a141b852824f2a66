// false --32
#include <assert.h>

int main(void)
{
	struct { char c; _Float128 q; } s = {1, 3.5q};
	assert(sizeof s == 24);
	return 0;
}
