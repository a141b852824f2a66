// false
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
#include <string.h>
#include <errno.h>
#include <sys/time.h>

int main(void)
{
	struct timeval v;
	assert(gettimeofday(&v, NULL) == 0 && v.tv_usec < 1000000 && v.tv_usec >= 1000000);
	return 0;
}
