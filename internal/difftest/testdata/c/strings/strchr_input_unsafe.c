// false
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>
char __VERIFIER_nondet_char(void);

int main(void)
{
	char c = __VERIFIER_nondet_char();
	char *p = strchr("xyz", c);
	if (p) assert(c != 0);
	return 0;
}
