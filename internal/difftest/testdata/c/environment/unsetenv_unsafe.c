// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void)
{
	setenv("FOO", "x", 1);
	unsetenv("FO");
	assert(getenv("FOO") == NULL);
	return 0;
}
