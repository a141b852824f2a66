// true
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
	errno = 4;
	int old = errno;
	strtol("99999999999999999999", 0, 10);
	errno = old;
	assert(errno == 4);
	return 0;
}
