// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[40];
	sprintf(b, "%2$s-%1$d-%2$s", 7, "x");
	assert(!strcmp(b, "x-7-x"));
	return 0;
}
