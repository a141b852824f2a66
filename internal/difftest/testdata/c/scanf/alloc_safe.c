// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char *p = 0;
	assert(sscanf("hello world", "%ms", &p) == 1);
	assert(strlen(p) == 5);
	free(p);
	return 0;
}
