// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	errno = 0;
	double d = strtod("1e999", 0);
	assert(d > 1e308 && errno == ERANGE);
	return 0;
}
