// false
#include <assert.h>
#include <search.h>
static int cmp(const void *a, const void *b) { return *(const int *)a != *(const int *)b; }
int main(void)
{
	int a[8] = {3, 1}, key = 5;
	size_t n = 2;
	int *p = lsearch(&key, a, &n, sizeof(int), cmp);
	assert(p == a + 2 && n == 2);
	lsearch(&key, a, &n, sizeof(int), cmp);
	assert(n == 3 && a[2] == 5);
	return 0;
}
