// false --entry f
// restrict in the brackets of an array whose name is in brackets.
#include <assert.h>
void f(int (a)[], int *b) {
	if (!a || !b)
		return;
	*a = 1;
	*b = 2;
	assert(*a == 1);
}
