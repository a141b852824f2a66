// true
#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	char s[12] = "abcdefghijk", d[12] = "...........";
	unsigned n = __VERIFIER_nondet_uint() % 12, i = __VERIFIER_nondet_uint() % 11;
	memcpy(d, s, n);
	assert(i < n == (d[i] == s[i]));
	return 0;
}
