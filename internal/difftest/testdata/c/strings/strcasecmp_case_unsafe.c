// false
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	assert(strcasecmp("HeLLo", "hEllO") == 0 && strncasecmp("ABx", "aby", 3) == 0);
	return 0;
}
