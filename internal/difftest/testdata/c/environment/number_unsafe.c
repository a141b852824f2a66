// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	char b[20];
	int n = __VERIFIER_nondet_int() & 7;
	sprintf(b, "%d", n);
	setenv("N", b, 1);
	assert(atoi(getenv("N")) < 7);
	return 0;
}
