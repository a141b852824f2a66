// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	unsigned s = 1;
	assert(rand_r(&s) == 476707713);
	return 0;
}
