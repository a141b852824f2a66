// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[20] = "";
	assert(sscanf("key=value", "%[^=]=%s", b, b + 10) == 2);
	return 0;
}
