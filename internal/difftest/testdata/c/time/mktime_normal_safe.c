// true
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
#include <string.h>
#include <errno.h>
#include <sys/time.h>

int main(void)
{
	struct tm r = { .tm_year = 123, .tm_mon = 13, .tm_mday = 32, .tm_hour = 25 };
	mktime(&r);
	assert(r.tm_year == 124 && r.tm_mon == 2 && r.tm_mday == 4 && r.tm_hour == 1);
	return 0;
}
