// false
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
#include <string.h>
#include <errno.h>
#include <sys/time.h>

int main(void)
{
	time_t t = 1704067200;
	char b[20];
	strftime(b, 20, "%V %G %j %u", gmtime(&t));
	assert(!strcmp(b, "52 2023 001 1"));
	return 0;
}
