// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[60];
	sprintf(b, "%g %g %g %#g", 100000.0, 1000000.0, 0.0001, 1.0);
	assert(!strcmp(b, "100000 1e+06 0.0001 1.00000"));
	return 0;
}
