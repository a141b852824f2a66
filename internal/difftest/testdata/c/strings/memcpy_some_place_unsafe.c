// false
#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned char s[3] = {7, 8, 9}, d[300];
	unsigned k = __VERIFIER_nondet_uint() % 297;
	memset(d, 0, sizeof d);
	memcpy(d + k, s, sizeof s);
	assert(d[k] == 8);
	return 0;
}
