// false --entry f
/* A member that is an input may be the address of a variable. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct s { int *p; int k; };
int g;
void f(struct s s)
{
	if (s.p == &g) {
		g = 1;
		*s.p = 2;
		assert(g == 1);
	}
}
