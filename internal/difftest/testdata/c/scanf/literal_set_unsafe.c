// false
#include <assert.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	char s[4] = {'a' + (__VERIFIER_nondet_int() & 3), 'b', 'c', 0}, b[10];
	int r = sscanf(s, "%5[ab]", b);
	if (r == 1)
		assert(b[0] == 'a' || b[0] == 'c');
	return 0;
}
