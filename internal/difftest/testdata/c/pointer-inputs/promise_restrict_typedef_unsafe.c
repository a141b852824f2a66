// false --entry f
// restrict by a typedef of a typedef.
#include <assert.h>
typedef int *restrict once;
typedef once twice;
typedef int *plain;
void f(plain a, int *b) {
	if (!a || !b)
		return;
	*a = 1;
	*b = 2;
	assert(*a == 1);
}
