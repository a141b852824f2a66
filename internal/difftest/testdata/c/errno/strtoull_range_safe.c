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
	unsigned long long v = strtoull("18446744073709551616", 0, 10);
	assert(v + 1 == 0 && errno == ERANGE);
	return 0;
}
