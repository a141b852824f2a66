// false
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
#include <string.h>
#include <errno.h>
#include <sys/time.h>

int main(void)
{
	time_t t = 86400 * 365;
	assert(!strcmp(ctime(&t), "Fri Jan  1 00:00:00 1971"));
	return 0;
}
