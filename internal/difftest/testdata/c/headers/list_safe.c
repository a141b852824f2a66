// true
#include <assert.h>
#include <stddef.h>
#include <sys/queue.h>
struct item { int v; LIST_ENTRY(item) link; };
LIST_HEAD(list, item);
int main(void)
{
	struct list l;
	struct item a = {1}, b = {2}, c = {3}, *p;
	int sum = 0;
	LIST_INIT(&l);
	assert(LIST_EMPTY(&l));
	LIST_INSERT_HEAD(&l, &a, link);
	LIST_INSERT_BEFORE(&a, &b, link);
	LIST_INSERT_AFTER(&a, &c, link);
	LIST_REMOVE(&a, link);
	LIST_FOREACH(p, &l, link)
		sum = 10 * sum + p->v;
	assert(sum == 23);
	return 0;
}
