// false
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
#include <string.h>
#include <errno.h>
#include <sys/time.h>

int main(void)
{
	struct timespec s = { -1, -1 };
	assert(clock_gettime(CLOCK_REALTIME, &s) == 0 && s.tv_nsec >= 0 && s.tv_nsec < 1000000000 && s.tv_sec < 1000);
	return 0;
}
