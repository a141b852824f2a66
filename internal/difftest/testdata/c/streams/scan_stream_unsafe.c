// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char t[] = "12 x";
	FILE *f = fmemopen(t, 4, "r");
	int a = 0, b = 5;
	assert(fscanf(f, "%d%d", &a, &b) == 2);
	assert(a == 12 && b == 5 && getc(f) == 'x');
	fclose(f);
	return 0;
}
