// true
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
#include <string.h>
#include <errno.h>
#include <sys/time.h>

int main(void)
{
	struct timespec s;
	assert(timespec_get(&s, TIME_UTC) == TIME_UTC);
	return 0;
}
