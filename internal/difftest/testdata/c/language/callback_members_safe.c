// true
#include <assert.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
struct device { int id; int (*read)(int); int (*write)(int); };
static int up(int a) { return a + 1; }
static int down(int a) { return a - 1; }
static const struct device devices[] = {{1, up, NULL}, {2, down, up}, {3, up, down}};

int main(void)
{
	unsigned i = __VERIFIER_nondet_uint();
	int a = __VERIFIER_nondet_int();
	if (i >= sizeof devices / sizeof *devices) return 0;
	const struct device *d = &devices[i];
	int r = d->write ? d->write(a) : d->read(a);
	assert(r == a + 1 || r == a - 1);
	assert(d->write == NULL || i > 0);
	return 0;
}
