// false
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	char d[8] = "zzzzzzz";
	char *e = memccpy(d, "ab,cd", ',', 6);
	assert(e - d == 3 && d[2] == ',' && d[3] == 'c');
	return 0;
}
