// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[9];
	if (scanf("%8s", b) == 1) assert(strlen(b) >= 2 && b[0] != ' ');
	return 0;
}
