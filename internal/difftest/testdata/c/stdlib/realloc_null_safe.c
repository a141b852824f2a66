// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	char *a = realloc(NULL, 4);
	assert(a != NULL);
	strcpy(a, "abc");
	assert(strlen(a) == 3);
	free(a);
	return 0;
}
