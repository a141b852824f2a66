// false
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
#include <string.h>
#include <errno.h>
#include <sys/time.h>

int main(void)
{
	time_t t = 0;
	assert(!strcmp(asctime(gmtime(&t)), "Thu Jan 01 00:00:00 1970\n"));
	return 0;
}
