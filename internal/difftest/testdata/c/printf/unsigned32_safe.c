// true --32
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[24];
	assert(sprintf(b, "%lu", ~0ul) == 10);
	return 0;
}
