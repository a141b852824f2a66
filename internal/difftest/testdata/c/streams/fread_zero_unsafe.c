// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[4] = "xyz";
	assert(fread(b, 0, 5, stdin) == 5);
	return 0;
}
