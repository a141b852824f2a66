// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void)
{
	setenv("FOO", "x", 1);
	unsetenv("FOO");
	assert(getenv("FOO") == NULL);
	return 0;
}
