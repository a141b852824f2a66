// true
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	char b[] = "a,,b", *p = b;
	assert(!strcmp(strsep(&p, ","), "a"));
	assert(*strsep(&p, ",") == 0);
	assert(!strcmp(strsep(&p, ","), "b") && p == NULL);
	return 0;
}
