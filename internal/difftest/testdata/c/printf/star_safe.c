// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[40];
	int n = sprintf(b, "%*d|%-*d|%.*s", 4, 1, 3, 2, 2, "xyz");
	assert(n == 11 && !strcmp(b, "   1|2  |xy"));
	return 0;
}
