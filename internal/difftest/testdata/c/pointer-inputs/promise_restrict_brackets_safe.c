// true --entry f
// restrict of a pointer to an array.
#include <assert.h>
void f(int (*restrict a)[4], int (*b)[4]) {
	if (!a || !b)
		return;
	(*a)[0] = 1;
	(*b)[0] = 2;
	assert((*a)[0] == 1);
}
