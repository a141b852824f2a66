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
	assert(strtod(" -1.5e2x", &e) == -150.0 && *e == 'x');
	return 0;
}
