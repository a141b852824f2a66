// true --check argument
#include <string.h>
#include <stdlib.h>
#include <stdio.h>
#include <ctype.h>
int nondet_int(void);

int main(void)
{
	float f = 1;
	printf("%f %u %x\n", f, 3, 4);
	return 0;
}
