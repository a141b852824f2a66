// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	assert(strtod("9007199254740993", 0) == 9007199254740994.0 && strtod("9007199254740993.0000000001", 0) == 9007199254740994.0);
	return 0;
}
