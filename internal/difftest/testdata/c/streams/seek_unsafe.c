// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char t[] = "abcdef";
	FILE *f = fmemopen(t, 6, "r");
	fseek(f, 2, SEEK_SET);
	assert(getc(f) == 'c' && ftell(f) == 2);
	fclose(f);
	return 0;
}
