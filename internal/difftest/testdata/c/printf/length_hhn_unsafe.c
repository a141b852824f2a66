// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	struct { signed char c, d; } s = {1, 2};
	printf("%300d%hhn", 1, &s.c);
	assert(s.c == 1 && s.d == 2);
	return 0;
}
