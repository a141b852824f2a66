// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	assert(putchar(353) == 97);
	assert(puts("ab") == 3);
	return 0;
}
