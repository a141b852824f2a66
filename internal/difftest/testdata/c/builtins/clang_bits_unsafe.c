// false
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
	unsigned x = __VERIFIER_nondet_uint();
#ifdef __TANDEM__
	assert(__builtin_bitreverse32(x) != x);
#else
	assert(0);
#endif
	return 0;
}
