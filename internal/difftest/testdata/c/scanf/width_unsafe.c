// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	int a = 0;
	if (scanf("%2d", &a) == 1) assert(a <= 98 && a >= -9);
	return 0;
}
