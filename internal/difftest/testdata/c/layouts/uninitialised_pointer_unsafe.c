// false --entry f
/* What uninitialised memory points to is null, an object of its own, or one that the program has let others know. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct s { int *p; int n; };
int g, *known = &g;
int f(void)
{
	struct s *s = malloc(sizeof *s);
	int own = 3;
	g = 1;
	if (s->p)
		*s->p = 2;
	assert(g == 1);
	return 0;
}
