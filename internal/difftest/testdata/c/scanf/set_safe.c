// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[20] = "";
	assert(sscanf("abcXdef", "%[a-z]", b) == 1);
	assert(!strcmp(b, "abc"));
	return 0;
}
