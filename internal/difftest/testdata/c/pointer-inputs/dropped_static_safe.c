// true --entry f
#include <assert.h>

static int l;

int what(void) { return l; }

void f(void *p) {
	if (!p)
		return;
	l = 1;
	*(char *)p = 2;
	assert(l == 1);
}
