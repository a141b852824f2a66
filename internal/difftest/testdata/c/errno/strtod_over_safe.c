// true
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
	errno = 0;
	strtod("1e400", 0);
	assert(errno == ERANGE);
	return 0;
}
