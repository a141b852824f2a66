// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[4] = "abc";
	assert(snprintf(b, 0, "%d", 12345) == 5);
	assert(b[0] == 'a');
	return 0;
}
