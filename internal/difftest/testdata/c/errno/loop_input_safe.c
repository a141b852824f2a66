// true
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
	int n = __VERIFIER_nondet_int();
	errno = 0;
	if (n > 5) errno = EDOM;
	assert(errno == 0 || n > 5);
	return 0;
}
