// false
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	char *s = "Hello World";
	assert(strcasestr(s, "WORLD") - s == 0);
	return 0;
}
