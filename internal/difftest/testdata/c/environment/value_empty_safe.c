// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void)
{
	setenv("E", "", 1);
	assert(getenv("E") != NULL && getenv("E")[0] == 0);
	putenv("E");
	assert(getenv("E") == NULL);
	return 0;
}
