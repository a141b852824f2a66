// false
#include <assert.h>
#include <search.h>
static int cmp(const void *a, const void *b) { return *(const int *)a != *(const int *)b; }
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	int a[4] = {3, 1, 4, 1}, key = __VERIFIER_nondet_int();
	size_t n = 4;
	int *p;
	if (key != 1 && key != 4)
		return 0;
	p = lfind(&key, a, &n, sizeof(int), cmp);
	assert(p == 0 || p == a + 1);
	return 0;
}
