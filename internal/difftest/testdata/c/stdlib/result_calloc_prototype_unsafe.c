// false --32
/* With a prototype whose parameters are those of the library. */
#include <assert.h>
unsigned calloc(unsigned n, unsigned size);
int main(void)
{
	int *p = (int *)calloc(1, sizeof *p);
	if (!p) return 0;
	assert(*p == 1);
	return 0;
}
