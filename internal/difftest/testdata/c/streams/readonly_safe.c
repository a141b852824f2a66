// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[4] = "abc";
	FILE *f = fmemopen(b, 3, "r");
	assert(fputc('x', f) == EOF && ferror(f));
	fclose(f);
	return 0;
}
