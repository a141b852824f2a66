// false --entry set
// A pointer in the structure of a restrict parameter may be the same as one in that of another.
#include <assert.h>
struct node {
	struct node *next;
	int v;
};
typedef struct node *restrict alone;

int set(struct node *restrict p, alone q)
{
	if (!p || !q || !p->next || !q->next)
		return 0;
	p->next->v = 1;
	q->next->v = 2;
	assert(p->next->v == 1);
	return 0;
}
