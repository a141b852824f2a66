// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	int a = 0, b = 0;
	assert(sscanf("3;4", "%d:%d", &a, &b) == 1);
	return 0;
}
