// true --check argument
#include <string.h>
#include <stdlib.h>
#include <stdio.h>
#include <ctype.h>
int nondet_int(void);

int main(void)
{
	char b[9] = {0};
	int n = nondet_int();
	if (n >= 0 && n <= 3)
		memcpy(b + 3, b, n);
	return 0;
}
