// true
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	assert(strcmp("\x80", "\x7f") > 0);
	return 0;
}
