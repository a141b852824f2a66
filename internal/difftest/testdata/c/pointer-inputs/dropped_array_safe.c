// true --entry f
#include <assert.h>

static int t[30];

static int t2[30];

int *where(void) { return t2; }

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
