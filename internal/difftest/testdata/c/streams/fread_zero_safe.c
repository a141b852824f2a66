// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[4] = "xyz";
	assert(fread(b, 0, 5, stdin) == 0);
	return 0;
}
