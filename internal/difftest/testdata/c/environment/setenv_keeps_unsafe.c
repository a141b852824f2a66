// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
	setenv("FOO", "first", 1);
	setenv("FOO", "second", 1);
	assert(strcmp(getenv("FOO"), "first") == 0);
	return 0;
}
