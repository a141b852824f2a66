// false --check argument
#include <string.h>
#include <stdlib.h>
#include <stdio.h>
#include <ctype.h>
int nondet_int(void);

int main(void)
{
	int c = nondet_int();
	if (c >= -2 && c < 256 && isalpha(c))
		return toupper(c) == c;
	return 0;
}
