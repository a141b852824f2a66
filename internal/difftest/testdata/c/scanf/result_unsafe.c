// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	int a, b;
	int r = scanf("%d%d", &a, &b);
	assert(r >= 0 && r <= 2);
	return 0;
}
