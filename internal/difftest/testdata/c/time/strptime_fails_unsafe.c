// false
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <time.h>
int main(void)
{
	struct tm t;
	memset(&t, 0, sizeof t);
	assert(strptime("12/25/1999", "%m/%d/%Y", &t) == 0);
	assert(strptime("25:00", "%H:%M", &t) == 0);
	return 0;
}
