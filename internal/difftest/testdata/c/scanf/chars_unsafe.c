// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[6] = "-----";
	assert(sscanf("ab cd", "%3c", b) == 1);
	assert(!memcmp(b, "ab c", 4));
	return 0;
}
