// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char a[4], b[4];
	if (scanf("%3s%3s", a, b) == 2) assert(a[0] != '\n' && b[0] != '\t');
	return 0;
}
