// true
#include <assert.h>
#include <search.h>
static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void)
{
	void *root = 0;
	int k[4] = {1, 2, 3, 4}, i;
	for (i = 0; i < 4; i++)
		tsearch(&k[i], &root, cmp);
	assert(tdelete(&k[1], &root, cmp) != 0);
	assert(tfind(&k[1], &root, cmp) == 0);
	assert(tdelete(&k[1], &root, cmp) == 0);
	return 0;
}
