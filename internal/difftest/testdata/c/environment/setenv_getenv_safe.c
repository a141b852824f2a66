// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
	assert(setenv("GREETING", "hello", 1) == 0);
	assert(strcmp(getenv("GREETING"), "hello") == 0);
	return 0;
}
