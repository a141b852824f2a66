// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	char *e;
	errno = 0;
	long v = strtol("99999999999999999999", &e, 10);
	assert(v == __LONG_MAX__ && errno == ERANGE && *e == 0);
	return 0;
}
