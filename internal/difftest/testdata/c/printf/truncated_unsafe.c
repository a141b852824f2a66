// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[8] = "zzzzzzz";
	assert(snprintf(b, 4, "%s", "hello") == 5);
	assert(!strcmp(b, "hell"));
	return 0;
}
