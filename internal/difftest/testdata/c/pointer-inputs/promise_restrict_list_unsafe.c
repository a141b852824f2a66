// false --entry set
// So may one in a structure of a restrict parameter, of the structure's own type.
#include <assert.h>
struct node {
	struct node *next;
	int v;
};
struct node g;

int set(struct node *restrict a, int *b)
{
	if (!a || !a->next)
		return 0;
	g.v = 1;
	a->next->v = 2;
	assert(g.v == 1);
	return 0;
}
