// true
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
#include <string.h>
#include <errno.h>
#include <sys/time.h>

int main(void)
{
	time_t t = -1;
	struct tm *p = gmtime(&t);
	assert(p->tm_year == 69 && p->tm_sec == 59);
	return 0;
}
