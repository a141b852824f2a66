// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	int a = 0, n = 42;
	scanf("%d", &a, &n);
	assert(n == 41);
	return 0;
}
