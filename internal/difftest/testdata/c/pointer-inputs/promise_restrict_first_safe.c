// true --entry set
// One restrict parameter is enough: what is written through it is read through no other.
#include <assert.h>

int set(int *restrict p, int *q)
{
	if (!p || !q)
		return 0;
	*p = 1;
	*q = 2;
	assert(*p == 1);
	return 0;
}
