// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[40];
	assert(sprintf(b, "%d,%u,%ld", -42, 7u, 100000L) == 12);
	assert(!strcmp(b, "-42,7,10000"));
	return 0;
}
