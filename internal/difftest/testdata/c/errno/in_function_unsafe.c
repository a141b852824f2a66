// false
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static int parse(const char *s) { errno = 0; long v = strtol(s, 0, 10); return errno ? -1 : (int)v; }

int main(void)
{
	assert(parse("12") == 12 && parse("999999999999999999999") == 0);
	return 0;
}
