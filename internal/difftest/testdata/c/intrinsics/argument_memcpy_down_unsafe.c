// false --check argument
#include <string.h>
#include <stdlib.h>
#include <stdio.h>
#include <ctype.h>
int nondet_int(void);

int main(void)
{
	char b[9] = {0}, *p = b;
	memcpy(p, p + 4, 5);
	return 0;
}
