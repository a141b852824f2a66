// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	char *e, *s = "0xg";
	assert(strtol(s, &e, 16) == 0 && e - s == 1);
	return 0;
}
