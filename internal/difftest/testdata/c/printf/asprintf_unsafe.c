// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char *p = 0;
	int n = asprintf(&p, "%d-%s", 5, "abc");
	assert(n == 6 && !strcmp(p, "5-abc"));
	free(p);
	return 0;
}
