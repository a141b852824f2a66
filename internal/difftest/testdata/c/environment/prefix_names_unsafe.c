// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
	setenv("AB", "1", 1);
	setenv("ABC", "2", 1);
	setenv("A", "3", 1);
	assert(!strcmp(getenv("AB"), "2") && !strcmp(getenv("ABC"), "2") && !strcmp(getenv("A"), "3"));
	return 0;
}
