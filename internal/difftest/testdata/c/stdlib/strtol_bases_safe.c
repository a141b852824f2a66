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
	assert(strtol("0x1fz", &e, 0) == 31 && *e == 'z' && strtol("077", 0, 0) == 63 && strtol("-zz", 0, 36) == -1295);
	return 0;
}
