// true
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	char d[] = "abcdef";
	memmove(d + 2, d, 4);
	assert(!strcmp(d, "ababcd"));
	return 0;
}
