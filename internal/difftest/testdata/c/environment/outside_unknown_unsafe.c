// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
	char *p = getenv("SOME_NAME_OF_MINE");
	if (p)
		return 0;
	setenv("SOME_NAME_OF_MINE", "v", 0);
	assert(strcmp(getenv("SOME_NAME_OF_MINE"), "w") == 0);
	return 0;
}
