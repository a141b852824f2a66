// true
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	char d[8] = "ab";
	strncat(d, "cdef", 2);
	assert(!strcmp(d, "abcd"));
	return 0;
}
