// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	int a = 0;
	assert(sscanf("1 2 3", "%*d%*d%d", &a) == 1);
	assert(a == 3);
	return 0;
}
