// false
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
#include <string.h>
#include <errno.h>
#include <sys/time.h>

int main(void)
{
	time_t a = 0, b = 86400;
	struct tm x, y;
	gmtime_r(&a, &x);
	gmtime_r(&b, &y);
	assert(x.tm_mday == 2 && y.tm_mday == 2);
	return 0;
}
