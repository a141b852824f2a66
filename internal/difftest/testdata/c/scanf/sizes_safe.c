// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	struct { signed char c, d; short h, i; } s = {1, 2, 3, 4};
	assert(sscanf("300 70000", "%hhd%hd", &s.c, &s.h) == 2);
	assert(s.c == 44 && s.d == 2 && s.h == 4464 && s.i == 4);
	return 0;
}
