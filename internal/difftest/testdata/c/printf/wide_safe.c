// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[20];
	assert(sprintf(b, "%ls|%5lc", L"ab", L'x') == 8);
	assert(!strcmp(b, "ab|    x"));
	return 0;
}
