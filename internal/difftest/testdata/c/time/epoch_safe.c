// true
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
#include <string.h>
#include <errno.h>
#include <sys/time.h>

int main(void)
{
	time_t t = 0;
	struct tm *p = gmtime(&t);
	assert(p->tm_year == 70 && p->tm_mon == 0 && p->tm_mday == 1 && p->tm_wday == 4);
	return 0;
}
