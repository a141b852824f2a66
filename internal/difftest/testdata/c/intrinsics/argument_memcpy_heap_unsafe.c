// false --check argument
#include <string.h>
#include <stdlib.h>
#include <stdio.h>
#include <ctype.h>
int nondet_int(void);

int main(void)
{
	char *p = malloc(8);
	memset(p, 0, 8);
	memcpy(p + 1, p, 4);
	return 0;
}
