// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	int c = getchar();
	if (c != EOF) { ungetc(c, stdin); assert(getchar() == c ); }
	return 0;
}
