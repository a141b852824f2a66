// true
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
#include <string.h>
#include <errno.h>
#include <sys/time.h>

int main(void)
{
	time_t t = 1234567890;
	struct tm r;
	gmtime_r(&t, &r);
	assert(timegm(&r) == t);
	return 0;
}
