// true
#include <assert.h>
#include <stddef.h>
#include <sys/queue.h>
struct item { int v; TAILQ_ENTRY(item) link; };
TAILQ_HEAD(list, item);
int main(void)
{
	struct list l = TAILQ_HEAD_INITIALIZER(l);
	struct item a = {1}, b = {2}, c = {3}, *p;
	int sum = 0;
	TAILQ_INSERT_TAIL(&l, &a, link);
	TAILQ_INSERT_TAIL(&l, &b, link);
	TAILQ_INSERT_HEAD(&l, &c, link);
	TAILQ_REMOVE(&l, &a, link);
	TAILQ_INSERT_AFTER(&l, &b, &a, link);
	TAILQ_FOREACH(p, &l, link)
		sum = 10 * sum + p->v;
	assert(sum == 321 && TAILQ_LAST(&l, list) == &a);
	return 0;
}
