// true
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
	int i = __VERIFIER_nondet_int();
	if (i < -3 || i > 3)
		return 0;
	_Float128 x = i;
	assert((int)(x + x) == 2 * i);
	return 0;
}
