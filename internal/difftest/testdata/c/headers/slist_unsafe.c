// false
#include <assert.h>
#include <stddef.h>
#include <sys/queue.h>
struct item { int v; SLIST_ENTRY(item) link; };
SLIST_HEAD(list, item);
int main(void)
{
	struct list l = SLIST_HEAD_INITIALIZER(l);
	struct item a = {1}, b = {2}, c = {3}, *p;
	int sum = 0;
	SLIST_INSERT_HEAD(&l, &a, link);
	SLIST_INSERT_HEAD(&l, &b, link);
	SLIST_INSERT_AFTER(&b, &c, link);
	SLIST_REMOVE(&l, &c, item, link);
	SLIST_FOREACH(p, &l, link)
		sum = 10 * sum + p->v;
	assert(sum == 23);
	return 0;
}
