// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char c = 0;
	if (scanf(" %c", &c) == 1) assert(c != ' ');
	return 0;
}
