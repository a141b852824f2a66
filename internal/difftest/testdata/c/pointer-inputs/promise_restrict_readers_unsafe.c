// false --entry set
// Two restrict parameters through which nothing is written may be the same.
#include <assert.h>

int set(int *restrict d, const int *restrict a, const int *restrict b)
{
	if (!d || !a || !b)
		return 0;
	d[0] = a[0] ^ b[0];
	assert(a != b);
	return 0;
}
