// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	FILE *f = tmpfile();
	if (!f) return 0;
	fputs("xyz", f);
	rewind(f);
	assert(fgetc(f) == 'x');
	fclose(f);
	return 0;
}
