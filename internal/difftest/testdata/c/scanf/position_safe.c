// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	int a = 1, b = 2;
	assert(sscanf("5", "%2$d", &a, &b) == 1);
	assert(a == 1);
	return 0;
}
