// false
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
#include <string.h>
#include <errno.h>
#include <sys/time.h>

int main(void)
{
	time_t t, r = time(&t);
	assert(t == r && r < 0);
	return 0;
}
