// false
#include <assert.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	int k = __VERIFIER_nondet_int();
	alarm(1000);
	assert(k > 7);
	return 0;
}
