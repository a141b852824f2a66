// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[60];
	sprintf(b, "%f %.2f %.0f %e", 0.1, 2.675, 2.5, 12345.678);
	assert(!strcmp(b, "0.100000 2.68 3 1.234568e+04"));
	return 0;
}
