// false
#include <assert.h>
#include <math.h>

int main(void)
{
	long double i, f = modfl(-3.75L, &i);
	assert(i == -4);
	return 0;
}
