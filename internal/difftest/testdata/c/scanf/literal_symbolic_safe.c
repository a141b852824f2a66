// true
#include <assert.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	char s[3] = {'0' + (__VERIFIER_nondet_int() & 7), '0' + (__VERIFIER_nondet_int() & 1), 0};
	int x = -1;
	assert(sscanf(s, "%d", &x) == 1);
	assert(x <= 71 && x >= 0);
	return 0;
}
