// false --entry f
// restrict by typeof.
#include <assert.h>
void f(__typeof__(int *) a, int *b) {
	if (!a || !b)
		return;
	*a = 1;
	*b = 2;
	assert(*a == 1);
}
