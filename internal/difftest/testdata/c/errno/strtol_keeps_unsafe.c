// false
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
	errno = 5;
	long v = strtol("12", 0, 10);
	assert(v == 12 && errno == 0);
	return 0;
}
