// false --64
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <time.h>

int main(void)
{
	struct tm t;
	time_t x = ~(1ULL << (8 * sizeof x - 1));
	errno = 0;
	struct tm *p = gmtime_r(&x, &t);
	assert(sizeof x == 4 || p == NULL && errno == 0);
	return 0;
}
