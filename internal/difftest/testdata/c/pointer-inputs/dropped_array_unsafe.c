// false --entry f
#include <assert.h>

static int t[30];

int *where(void) { return t; } /* nobody here calls it, but others can */

struct s {
	int *p;
};

void f(struct s s) {
	if (!s.p)
		return;
	t[29] = 1;
	*s.p = 2;
	assert(t[29] == 1);
}
