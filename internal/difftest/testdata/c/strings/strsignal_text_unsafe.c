// false
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	assert(!strcmp(strsignal(11), "Aborted"));
	return 0;
}
