// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	int c = getchar();
	if (c == EOF) assert(getchar() == EOF);
	return 0;
}
