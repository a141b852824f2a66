// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[8] = "";
	FILE *f = fmemopen(b, 8, "w");
	fputs("hi", f);
	fputs("!", f);
	assert(b[0] == 0);
	return 0;
}
