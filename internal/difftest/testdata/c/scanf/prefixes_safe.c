// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	int a, b, c;
	assert(sscanf("0x1f 017 9", "%i%i%i", &a, &b, &c) == 3);
	assert(a == 31 && b == 15 && c == 9);
	return 0;
}
