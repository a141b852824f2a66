// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
	char d[5] = "zzzz";
	swab("abcd", d, 4);
	assert(!strcmp(d, "dcba"));
	return 0;
}
