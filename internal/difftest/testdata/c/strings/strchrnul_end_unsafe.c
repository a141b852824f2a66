// false
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	char *s = "abc";
	assert(strchrnul(s, 'x') - s == 0 && strchrnul(s, 'b') - s == 1);
	return 0;
}
