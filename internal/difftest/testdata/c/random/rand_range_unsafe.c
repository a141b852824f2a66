// false
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	int n = __VERIFIER_nondet_int(), x;
	srand(7);
	if (n < 1 || n > 100)
		return 0;
	x = rand() % n;
	assert(x >= 0 && x <= n - 100);
	return 0;
}
