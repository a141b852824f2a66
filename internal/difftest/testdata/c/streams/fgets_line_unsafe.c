// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[4];
	if (fgets(b, 4, stdin)) assert(!(b[0] == '\n' && b[1] == 0));
	return 0;
}
