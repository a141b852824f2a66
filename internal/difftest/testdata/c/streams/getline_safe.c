// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char t[] = "one\ntwo";
	FILE *f = fmemopen(t, 7, "r");
	char *p = 0;
	size_t n = 0;
	assert(getline(&p, &n, f) == 4 && n == 120);
	assert(getline(&p, &n, f) == 3 && getline(&p, &n, f) == -1);
	free(p);
	fclose(f);
	return 0;
}
