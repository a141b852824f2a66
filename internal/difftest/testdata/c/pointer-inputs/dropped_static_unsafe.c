// false --entry f
#include <assert.h>

static int l;

int *where(void) { return &l; } /* nobody here calls it, but others can */

void f(void *p) {
	if (!p)
		return;
	l = 1;
	*(char *)p = 2;
	assert(l == 1);
}
