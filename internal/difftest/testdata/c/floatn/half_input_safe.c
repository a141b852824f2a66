// true
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
	int i = __VERIFIER_nondet_int();
	if (i < 0 || i > 40)
		return 0;
	_Float16 h = i;
	assert((int)h == i && h * 2 == i + i);
	return 0;
}
