// true
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
#include <string.h>
#include <errno.h>
#include <sys/time.h>

int main(void)
{
	time_t t = 1000000000;
	char b[40];
	size_t n = strftime(b, 40, "%Y-%m-%d %H:%M:%S", gmtime(&t));
	assert(n == 19 && !strcmp(b, "2001-09-09 01:46:40"));
	return 0;
}
