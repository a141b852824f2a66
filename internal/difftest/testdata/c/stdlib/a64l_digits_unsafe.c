// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	assert(a64l("/./") == 65 && !strcmp(l64a(4097), "/./"));
	return 0;
}
