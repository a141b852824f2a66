// false
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
#include <string.h>
#include <errno.h>
#include <sys/time.h>

int main(void)
{
	time_t t = 0;
	char b[40];
	strftime(b, 40, "%a %A %b %B %p", gmtime(&t));
	assert(!strcmp(b, "Thu Thursday Jan January PM"));
	return 0;
}
