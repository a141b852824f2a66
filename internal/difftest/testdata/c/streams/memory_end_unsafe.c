// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char t[] = "ab";
	FILE *f = fmemopen(t, 2, "r");
	assert(getc(f) == 'a' && getc(f) == 'b');
	assert(feof(f));
	assert(getc(f) == EOF && feof(f));
	return 0;
}
