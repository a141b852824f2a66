// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
	int n = __VERIFIER_nondet_int();
	if (n == -2147483647 - 1) return 0;
	assert(abs(n) >= 0 && labs(n) == llabs(n));
	return 0;
}
