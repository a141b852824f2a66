// false
// inputs: 12
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
	int i = __VERIFIER_nondet_int();
	if (i < 0 || i > 40)
		return 0;
	_Float16 h = i;
	assert(h * 2 != 24);
	return 0;
}
