// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	assert(strtof("16777217", 0) == 16777218.0f && strtof("0.1", 0) == 0.1f);
	return 0;
}
