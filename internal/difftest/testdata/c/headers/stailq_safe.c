// true
#include <assert.h>
#include <stddef.h>
#include <sys/queue.h>
struct item { int v; STAILQ_ENTRY(item) link; };
STAILQ_HEAD(list, item);
int main(void)
{
	struct list l;
	struct item a = {1}, b = {2}, c = {3};
	STAILQ_INIT(&l);
	STAILQ_INSERT_TAIL(&l, &a, link);
	STAILQ_INSERT_TAIL(&l, &b, link);
	STAILQ_INSERT_AFTER(&l, &a, &c, link);
	STAILQ_REMOVE(&l, &b, item, link);
	STAILQ_INSERT_TAIL(&l, &b, link);
	assert(STAILQ_FIRST(&l) == &a && STAILQ_NEXT(&c, link) == &b);
	return 0;
}
