// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[4] = "xyz";
	if (fread(b, 4, 1, stdin) == 0) assert(b[3] == 0);
	return 0;
}
