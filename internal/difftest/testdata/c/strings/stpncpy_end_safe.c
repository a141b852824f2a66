// true
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	char d[6] = "zzzzz";
	char *e = stpncpy(d, "ab", 4);
	assert(e - d == 2 && d[3] == 0);
	return 0;
}
