// true --entry set
// A restrict parameter leads to no global through which the function writes.
#include <assert.h>
int g;

int set(int *restrict a)
{
	if (!a)
		return 0;
	g = 1;
	*a = 2;
	assert(g == 1);
	return 0;
}
