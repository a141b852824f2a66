// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	int a = 0, n = 0;
	assert(sscanf("  123x", "%d%n", &a, &n) == 1);
	assert(n == 5);
	return 0;
}
