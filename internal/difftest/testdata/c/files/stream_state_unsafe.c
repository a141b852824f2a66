// false
#include <assert.h>
#include <stdio.h>
#include <stdio_ext.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	int k = __VERIFIER_nondet_int();
	_flushlbf();
	__freadable(stdin);
	assert(k > 7);
	return 0;
}
