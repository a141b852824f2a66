// true --entry f
/* An uninitialised pointer is the same at each read. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct s { int *p; int n; };
int f(void)
{
	struct s *s = malloc(sizeof *s);
	if (s->p) {
		*s->p = 4;
		assert(*s->p == 4);
	}
	return 0;
}
