// false
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
	errno = 0;
	strtol("99999999999999999999", 0, 10);
	assert(errno == 0);
	return 0;
}
