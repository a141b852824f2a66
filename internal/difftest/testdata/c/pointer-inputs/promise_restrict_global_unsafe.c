// false --entry set
// A pointer in the object of a restrict parameter may lead to a global, though the parameter may not.
#include <assert.h>
int g;

int set(int **restrict a)
{
	if (!a || !*a)
		return 0;
	g = 1;
	**a = 2;
	assert(g == 1);
	return 0;
}
