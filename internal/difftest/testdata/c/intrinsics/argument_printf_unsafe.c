// false --check argument
#include <string.h>
#include <stdlib.h>
#include <stdio.h>
#include <ctype.h>
int nondet_int(void);

int main(void)
{
	int n = nondet_int();
	long l = n;
	if (n == 7)
		printf("%d %d\n", n, l);
	return 0;
}
