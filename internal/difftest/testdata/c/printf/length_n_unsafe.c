// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	int n = 0;
	char b[20];
	sprintf(b, "abc%d%n!", 12, &n);
	assert(n == 6);
	return 0;
}
