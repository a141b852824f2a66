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
	char b[4];
	assert(strftime(b, 4, "%Y", gmtime(&t)) == 4);
	return 0;
}
