// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char t[] = "ab\ncd";
	char b[9];
	FILE *f = fmemopen(t, 5, "r");
	assert(f && fgets(b, 9, f) && !strcmp(b, "ab\n"));
	fclose(f);
	return 0;
}
