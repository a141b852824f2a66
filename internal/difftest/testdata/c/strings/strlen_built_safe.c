// true
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
	int n = __VERIFIER_nondet_int();
	char b[4] = "aaa";
	if (n >= 0 && n < 4) b[n] = 0;
	assert(strlen(b) <= 3 && (n != 1 || strlen(b) == 1));
	return 0;
}
