// true --check argument
#include <string.h>
#include <stdlib.h>
#include <stdio.h>
#include <ctype.h>
int nondet_int(void);

int main(void)
{
	char b[20];
	snprintf(b, sizeof b, "%s:%d", "a", 1);
	return 0;
}
