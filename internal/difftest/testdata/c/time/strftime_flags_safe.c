// true
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
#include <string.h>
#include <errno.h>
#include <sys/time.h>

int main(void)
{
	struct tm r = { .tm_mday = 5, .tm_mon = 2 };
	char b[20];
	strftime(b, 20, "%-d/%_d/%e/%^b/%3m", &r);
	assert(!strcmp(b, "5/ 5/ 5/MAR/003"));
	return 0;
}
