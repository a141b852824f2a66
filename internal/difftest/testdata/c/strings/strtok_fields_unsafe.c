// false
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	char b[] = "a,,b";
	assert(!strcmp(strtok(b, ","), "a"));
	assert(*strtok(NULL, ",") == 0);
	assert(strtok(NULL, ",") == NULL);
	return 0;
}
