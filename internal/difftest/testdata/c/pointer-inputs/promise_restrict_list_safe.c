// true --entry set
// A static variable whose address nobody takes is led to by nothing from outside.
#include <assert.h>
struct node {
	struct node *next;
	int v;
};
static struct node g;

int set(struct node *restrict a, int *b)
{
	if (!a || !a->next)
		return 0;
	g.v = 1;
	a->next->v = 2;
	assert(g.v == 1);
	return 0;
}
