// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	int n = printf("%s %d\n", "four", 44);
	assert(n == 8);
	return 0;
}
