// true --entry set
// What is only read is apart from what may be written, also where just the reader says restrict.
#include <assert.h>

int set(int *d, const int *restrict a)
{
	if (!d || !a)
		return 0;
	int x = a[0];
	*d = 7;
	assert(a[0] == x);
	return 0;
}
