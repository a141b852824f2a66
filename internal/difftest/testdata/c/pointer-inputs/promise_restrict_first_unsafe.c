// false --entry set
// restrict of the pointer that p leads to says nothing of p.
#include <assert.h>

int set(int *restrict *p, int *restrict *q)
{
	if (!p || !q)
		return 0;
	*p = 0;
	*q = (int *)q;
	assert(!*p);
	return 0;
}
