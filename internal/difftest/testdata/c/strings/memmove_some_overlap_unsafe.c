// false
#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned char d[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
	unsigned k = __VERIFIER_nondet_uint() % 5, i = __VERIFIER_nondet_uint() % 5;
	memmove(d + k, d, 5);
	assert(d[k + i] == i);
	return 0;
}
