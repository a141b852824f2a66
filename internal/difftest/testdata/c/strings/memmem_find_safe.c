// true
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	assert((char *)memmem("abcabd", 6, "abd", 3) != NULL);
	char *s = "abcabd";
	assert((char *)memmem(s, 6, "abd", 3) - s == 3);
	return 0;
}
