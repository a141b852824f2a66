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
	double d = strtod("4.9406564584124654e-324", 0);
	assert(d > 0 && d / 2 == 0 && errno == ERANGE);
	return 0;
}
