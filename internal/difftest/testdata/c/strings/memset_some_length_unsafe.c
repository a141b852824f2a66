// false
#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	char b[12];
	unsigned n = __VERIFIER_nondet_uint() % 12;
	memset(b, 65, n);
	b[n] = 0;
	assert(strlen(b) != n);
	return 0;
}
