// true
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
#include <string.h>
#include <errno.h>
#include <sys/time.h>

int main(void)
{
	time_t t = 951782400;
	struct tm r;
	gmtime_r(&t, &r);
	assert(r.tm_mon == 1 && r.tm_mday == 29 && r.tm_yday == 59);
	return 0;
}
