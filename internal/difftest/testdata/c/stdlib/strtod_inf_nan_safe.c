// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	char *e;
	double d = strtod("-infinityx", &e), n = strtod("nan(1)", 0);
	assert(d < 0 && d == d * 2 && *e == 'x' && n != n);
	return 0;
}
