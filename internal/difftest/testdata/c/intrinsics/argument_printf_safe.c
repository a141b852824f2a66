// true --check argument
#include <string.h>
#include <stdlib.h>
#include <stdio.h>
#include <ctype.h>
int nondet_int(void);

int main(void)
{
	int n = nondet_int();
	long l = n;
	printf("%d %ld %s %5.*f %c %%\n", n, l, "x", 2, 1.5, 'c');
	return 0;
}
