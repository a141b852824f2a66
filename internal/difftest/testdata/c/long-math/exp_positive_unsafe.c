// false
#include <assert.h>
#include <math.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
	long double x = __VERIFIER_nondet_int();
	long double e = expl(x);
	assert(x < 20);
	return 0;
}
