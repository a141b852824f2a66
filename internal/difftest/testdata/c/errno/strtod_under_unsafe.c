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
	assert(strtod("1e-400", 0) == 0 && errno == 0);
	return 0;
}
