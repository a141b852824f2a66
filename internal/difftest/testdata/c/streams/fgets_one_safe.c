// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[4] = "xyz";
	char *r = fgets(b, 1, stdin);
	assert(r == b && b[0] == 0);
	return 0;
}
