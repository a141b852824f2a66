// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	int c = getchar();
	assert(c >= -1 && c <= 254);
	return 0;
}
