// true
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	char d[6] = "zzzzz";
	strncpy(d, "ab", 4);
	assert(d[2] == 0 && d[3] == 0 && d[4] == 'z');
	return 0;
}
