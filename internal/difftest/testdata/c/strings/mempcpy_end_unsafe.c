// false
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	char d[8];
	char *e = mempcpy(d, "abc", 3);
	*e = 0;
	assert(e - d == 3 && strcmp(d, "ab") == 0);
	return 0;
}
