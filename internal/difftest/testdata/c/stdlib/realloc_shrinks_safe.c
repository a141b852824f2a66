// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	char *a = malloc(9);
	strcpy(a, "abcdefgh");
	a = realloc(a, 3);
	assert(a[2] == 'c' && a[0] == 'a');
	free(a);
	return 0;
}
