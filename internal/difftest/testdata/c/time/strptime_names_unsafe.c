// false
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <time.h>
int main(void)
{
	struct tm t;
	memset(&t, 0, sizeof t);
	assert(strptime("tue MARCH 3 09:05 PM", "%a %b %d %I:%M %p", &t) != 0);
	assert(t.tm_wday == 2 && t.tm_mon == 2 && t.tm_hour == 9);
	return 0;
}
