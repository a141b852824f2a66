// false
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	assert(strncmp("abcx", "abcy", 3) == 0 && strncmp("abcx", "abcy", 4) > 0);
	return 0;
}
