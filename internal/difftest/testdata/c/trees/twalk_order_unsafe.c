// false
#define _GNU_SOURCE
#include <assert.h>
#include <search.h>
static int seen[10], n, deepest;
static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void see(const void *p, VISIT v, int level)
{
	if (v == postorder || v == leaf)
		seen[n++] = **(int **)p;
	if (level > deepest)
		deepest = level;
}
static void none(void *p) { n--; }
int main(void)
{
	void *root = 0;
	int k[7] = {1, 2, 3, 4, 5, 6, 7}, i;
	for (i = 0; i < 7; i++)
		tsearch(&k[i], &root, cmp);
	twalk(root, see);
	for (i = 0; i < 7; i++)
		assert(seen[i] == i + 1);
	assert(deepest == 6);
	tdestroy(root, none);
	assert(n == 0);
	return 0;
}
