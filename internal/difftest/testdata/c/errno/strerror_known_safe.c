// true
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
	errno = ENOENT;
	assert(strcmp(strerror(errno), "No such file or directory") == 0 && errno == ENOENT);
	return 0;
}
