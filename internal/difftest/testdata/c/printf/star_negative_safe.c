// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[40];
	sprintf(b, "%*d|", -4, 7);
	assert(!strcmp(b, "7   |"));
	return 0;
}
