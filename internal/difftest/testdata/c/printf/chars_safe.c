// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[8];
	int n = sprintf(b, "%c%c%3c", 'a', 0, 'b');
	assert(n == 5 && b[1] == 0 && b[4] == 'b');
	return 0;
}
