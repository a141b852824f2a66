// false
#include <assert.h>
#include <search.h>
struct item { struct item *next, *prev; int v; };
int main(void)
{
	struct item a = {0, 0, 1}, b = {0, 0, 2}, c = {0, 0, 3};
	insque(&a, 0);
	insque(&b, &a);
	insque(&c, &a);
	assert(a.next == &c && c.next == &a && b.prev == &c);
	remque(&c);
	assert(a.next == &b && b.prev == &a);
	return 0;
}
