// true --64
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
#include <string.h>
#include <errno.h>
#include <sys/time.h>

int main(void)
{
	struct tm r = { .tm_year = 0, .tm_mon = 1, .tm_mday = 29 };
	timegm(&r);
	assert(r.tm_mon == 2 && r.tm_mday == 1);
	return 0;
}
