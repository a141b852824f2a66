// true --32
#include <assert.h>
#include <math.h>

int main(void)
{
	long double x = -2.5L;
	assert(rintl(x) == -2 && lroundl(x) == -3 && fmodl(x, 2) == -0.5L && sizeof x == 12);
	return 0;
}
