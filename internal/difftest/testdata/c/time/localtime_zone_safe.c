// true
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
#include <string.h>
#include <errno.h>
#include <sys/time.h>

int main(void)
{
	time_t t = 3600;
	struct tm *p = localtime(&t);
	assert(p->tm_hour == 1 && p->tm_isdst == 0);
	return 0;
}
