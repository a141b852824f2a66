// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	int c = getchar();
	assert((feof(stdin) != 0) == (c == 'x'));
	return 0;
}
