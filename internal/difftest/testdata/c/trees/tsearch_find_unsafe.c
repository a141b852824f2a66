// false
#include <assert.h>
#include <search.h>
#include <stdlib.h>
static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void)
{
	void *root = NULL;
	int k[5] = {4, 2, 9, 1, 7}, i, q = 9, z = 3;
	for (i = 0; i < 5; i++)
		assert(**(int **)tsearch(&k[i], &root, cmp) == k[i]);
	assert(**(int **)tfind(&q, &root, cmp) == 4);
	assert(tfind(&z, &root, cmp) == NULL);
	return 0;
}
