// true
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
int main(void)
{
	assert(setenv("", "x", 1) == -1 && errno == EINVAL);
	errno = 0;
	assert(setenv("A=B", "x", 1) == -1 && errno == EINVAL);
	assert(unsetenv("=") == -1);
	return 0;
}
