// true --check none
// typeof and __auto_type take the lengths that an array got at its declaration; the size of a pointer needs no length.
#include <assert.h>
int c;
static int count(void) { return ++c; }

int main(void)
{
	int n = 3, i = 1;
	int a[n];
	int two[2][n];
	int made[count()];
	n = 7;
	typeof(a) b;
	typeof(made) other;
	__auto_type p = two;
	assert(sizeof(typeof(a)) == 12 && sizeof b == 12 && sizeof *p == 12);
	assert(c == 1 && sizeof other == sizeof made);
	assert(sizeof(int (*)[i++]) == sizeof(void *) && i == 1);
	return 0;
}
