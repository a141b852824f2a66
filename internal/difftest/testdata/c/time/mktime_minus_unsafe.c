// false
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
#include <string.h>
#include <errno.h>
#include <sys/time.h>

int main(void)
{
	struct tm r = { .tm_year = 100, .tm_mday = 0, .tm_sec = -1 };
	mktime(&r);
	assert(r.tm_year == 99 && r.tm_mday == 31 && r.tm_sec == 59);
	return 0;
}
