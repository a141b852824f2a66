// false
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
	int i = __VERIFIER_nondet_int();
	if (i < -3 || i > 3)
		return 0;
	_Float128 x = i;
	assert(x != 3);
	return 0;
}
