// true
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	assert(strverscmp("a9", "a10") < 0 && strverscmp("a010", "a09") < 0);
	return 0;
}
