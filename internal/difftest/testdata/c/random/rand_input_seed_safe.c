// true
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
	srand(__VERIFIER_nondet_uint() & 3);
	assert(rand() >= 0);
	return 0;
}
