// false
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	char b[4] = { 1, 2, 3, 2 };
	assert((char *)memchr(b, 2, 4) - b == 3);
	return 0;
}
