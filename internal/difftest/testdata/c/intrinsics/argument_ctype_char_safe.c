// true --check argument
#include <string.h>
#include <stdlib.h>
#include <stdio.h>
#include <ctype.h>
int nondet_int(void);

int main(void)
{
	char c = nondet_int();
	isdigit((unsigned char)c);
	return 0;
}
