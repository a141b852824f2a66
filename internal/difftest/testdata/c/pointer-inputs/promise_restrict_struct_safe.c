// true --entry set
// Structures of restrict parameters do not overlap, those with pointers neither; a typedef may say restrict as well.
#include <assert.h>
struct node {
	struct node *next;
	int v;
};
typedef struct node *restrict alone;

int set(struct node *restrict p, alone q)
{
	if (!p || !q)
		return 0;
	p->v = 1;
	q->v = 2;
	assert(p->v == 1);
	return 0;
}
