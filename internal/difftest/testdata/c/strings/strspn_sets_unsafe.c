// false
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	assert(strspn("aabbc", "ab") == 5 && strcspn("aabbc", "c") == 4 && strcspn("ab", "") == 2);
	return 0;
}
