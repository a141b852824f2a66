// false
#include <assert.h>
#include <math.h>

int main(void)
{
	int e;
	long double m = frexpl(-0x1.8p-16400L, &e);
	assert(e == -16400);
	return 0;
}
