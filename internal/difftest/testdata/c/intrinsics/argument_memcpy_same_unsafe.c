// false --check argument
#include <string.h>
#include <stdlib.h>
#include <stdio.h>
#include <ctype.h>
int nondet_int(void);

int main(void)
{
	char b[4] = {0}, *p = b + 1;
	memcpy(p, b, 2);
	return 0;
}
