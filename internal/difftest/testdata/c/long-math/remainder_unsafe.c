// false
#include <assert.h>
#include <math.h>

int main(void)
{
	int q;
	long double r = remquol(-7.5L, 2, &q);
	assert(remainderl(7, 2) == 1);
	return 0;
}
