// true
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	assert(ffs(0) == 0 && ffs(12) == 3 && ffsll(1LL << 40) == 41);
	return 0;
}
