// true
#include <assert.h>
#include <math.h>

int main(void)
{
	long double i, f = modfl(-3.75L, &i);
	assert(i == -3 && f == -0.75L);
	return 0;
}
