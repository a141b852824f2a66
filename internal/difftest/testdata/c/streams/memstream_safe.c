// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char *p = 0;
	size_t n = 0;
	FILE *f = open_memstream(&p, &n);
	fprintf(f, "%d-%s", 42, "x");
	fclose(f);
	assert(n == 4 && !strcmp(p, "42-x"));
	free(p);
	return 0;
}
