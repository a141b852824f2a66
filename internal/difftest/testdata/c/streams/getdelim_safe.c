// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char t[] = "a,b";
	FILE *f = fmemopen(t, 3, "r");
	char *p = 0;
	size_t n = 0;
	assert(getdelim(&p, &n, ',', f) == 2 && !strcmp(p, "a,"));
	free(p);
	fclose(f);
	return 0;
}
