// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	int *p = calloc(3, sizeof *p);
	assert(p[0] == 0 && p[2] == 1);
	free(p);
	return 0;
}
