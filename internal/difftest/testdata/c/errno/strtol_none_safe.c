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
	char *e, *s = "x";
	strtol(s, &e, 10);
	assert(e == s && errno == 0);
	return 0;
}
