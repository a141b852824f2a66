// true
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
	errno = 9;
	size_t n = strlen("ab");
	assert(n == 2 && errno == 9);
	return 0;
}
