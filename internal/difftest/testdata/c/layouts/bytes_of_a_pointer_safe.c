// true
/* A pointer that is copied byte by byte. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	int a = 1, *p = &a, *q;
	char *f = (char *)&p, *t = (char *)&q;
	for (unsigned i = 0; i < sizeof p; i++)
		t[i] = f[i];
	*q = 2;
	assert(a == 2);
	return 0;
}
