// false
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	assert(!strcmp(strerror(2), "no such file") && !strcmp(strerror(9999), "Unknown error 9999"));
	return 0;
}
