// true --check argument
#include <string.h>
#include <stdlib.h>
#include <stdio.h>
#include <ctype.h>
int nondet_int(void);

int main(void)
{
	int x;
	printf("%p\n", (void *)&x);
	return 0;
}
