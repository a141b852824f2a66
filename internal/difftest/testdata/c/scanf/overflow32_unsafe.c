// false --32
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	int a = 0;
	assert(sscanf("99999999999999999999", "%d", &a) == 1);
	assert(a == -1);
	return 0;
}
