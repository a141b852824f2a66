// true --entry f
// restrict by typeof.
#include <assert.h>
void f(__typeof__(int *restrict) a, int *b) {
	if (!a || !b)
		return;
	*a = 1;
	*b = 2;
	assert(*a == 1);
}
