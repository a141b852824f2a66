// true
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
	int n = __VERIFIER_nondet_int();
	if (n < 1 || n > 3) return 0;
	char b[5] = "abcd";
	b[n] = 0;
	char *d = strdup(b);
	assert(strlen(d) == n);
	return 0;
}
