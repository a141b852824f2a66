// true
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <time.h>
int main(void)
{
	struct tm t;
	memset(&t, 0, sizeof t);
	char *end = strptime("2024-02-29 12:34:56", "%Y-%m-%d %H:%M:%S", &t);
	assert(end && *end == 0 && t.tm_year == 124 && t.tm_mon == 1 && t.tm_mday == 29);
	assert(t.tm_wday == 4 && t.tm_yday == 59 && t.tm_sec == 56);
	return 0;
}
