// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	int a = 5;
	assert(sscanf("", "%d", &a) == 0);
	return 0;
}
