// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	char b[12];
	int x = __VERIFIER_nondet_int();
	int n = sprintf(b, "%d", x);
	assert(n >= 1 && n <= 11);
	return 0;
}
