// false
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	assert(!strcmp(basename("/usr/lib"), "usr") && *basename("a/") == 0);
	return 0;
}
