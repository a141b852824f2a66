// true
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
	errno = 3;
	errno += 4;
	assert(errno == 7);
	return 0;
}
