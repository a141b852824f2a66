// false
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
	assert(errno == 1);
	return 0;
}
