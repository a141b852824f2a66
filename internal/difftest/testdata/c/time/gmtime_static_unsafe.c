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
	struct tm *p = gmtime(&a), *q = gmtime(&b);
	assert(p == q && p->tm_mday == 1);
	return 0;
}
