// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char *p = 0;
	size_t n = 7;
	FILE *f = open_memstream(&p, &n);
	fputc('a', f);
	fflush(f);
	assert(n == 1 && p[0] == 'a');
	fclose(f);
	return 0;
}
