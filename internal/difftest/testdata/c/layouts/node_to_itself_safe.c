// true --entry f
/* Uninitialised memory may hold its own address. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct n { int v; struct n *next; };
int f(void)
{
	struct n *p = malloc(sizeof *p);
	if (p->next == p) {
		p->v = 1;
		p->next->v = 2;
		assert(p->v == 2);
	}
	return 0;
}
