// true
#include <assert.h>
#include <math.h>

int main(void)
{
	int q;
	long double r = remquol(-7.5L, 2, &q);
	assert(r == 0.5L && (q & 7) == (-4 & 7) && remainderl(7, 2) == -1);
	return 0;
}
