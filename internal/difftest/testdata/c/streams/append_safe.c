// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[8] = "ab";
	FILE *f = fmemopen(b, 8, "a");
	fputs("cd", f);
	fclose(f);
	assert(!strcmp(b, "abcd"));
	return 0;
}
