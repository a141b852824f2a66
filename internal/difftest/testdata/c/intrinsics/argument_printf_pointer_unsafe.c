// false --check argument
#include <string.h>
#include <stdlib.h>
#include <stdio.h>
#include <ctype.h>
int nondet_int(void);

int main(void)
{
	int x = 3;
	printf("%s\n", x);
	return 0;
}
