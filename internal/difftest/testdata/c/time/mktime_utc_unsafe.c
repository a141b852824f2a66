// false
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
#include <string.h>
#include <errno.h>
#include <sys/time.h>

int main(void)
{
	struct tm r = { .tm_year = 100, .tm_mon = 0, .tm_mday = 1 };
	assert(mktime(&r) == 0 && r.tm_wday == 6);
	return 0;
}
