// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
	assert(setenv("GREETING", "hello", 1) == 0);
	assert(strcmp(getenv("GREETING"), "hullo") == 0);
	return 0;
}
