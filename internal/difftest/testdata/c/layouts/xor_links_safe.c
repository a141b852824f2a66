// true
/* Links that are the difference of two addresses. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct n { uintptr_t link; int v; };
int main(void)
{
	struct n a, b;
	a.link = (uintptr_t)&a ^ (uintptr_t)&b;
	b.v = 5;
	struct n *q = (struct n *)(a.link ^ (uintptr_t)&a);
	assert(q->v == 5);
	return 0;
}
