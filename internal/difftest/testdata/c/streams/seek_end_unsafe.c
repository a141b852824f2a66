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
	fseek(f, -1, SEEK_END);
	assert(getc(f) == 'a');
	fclose(f);
	return 0;
}
