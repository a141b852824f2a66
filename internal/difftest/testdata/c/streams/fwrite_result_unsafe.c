// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	assert(fwrite("abcd", 2, 2, stdout) == 4);
	assert(fwrite("abcd", 0, 2, stdout) == 0);
	return 0;
}
