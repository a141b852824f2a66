// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	char b[40], f[4] = "%d";
	if (__VERIFIER_nondet_int()) f[1] = 'x';
	sprintf(b, f, 10);
	assert(b[0] == '1' || b[0] == 'a');
	return 0;
}
