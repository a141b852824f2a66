// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	int a = 0, b = 0;
	assert(sscanf("12 -7", "%d%d", &a, &b) == 2);
	assert(a == 12 && b == -7);
	return 0;
}
