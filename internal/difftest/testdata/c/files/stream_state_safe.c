// true
#include <assert.h>
#include <stdio.h>
#include <stdio_ext.h>
int main(void)
{
	int r = __freading(stdin), w = __fwriting(stdout), l = __flbf(stdout);
	assert((r == 0 || r == 1) && w >= 0 && w <= 0x804 && l >= 0);
	assert(__freadable(stdin) <= 1 && __fwritable(stdin) >= 0);
	assert(__fbufsize(stdout) < 1ul << 31 && __fpending(stdout) < 1ul << 31);
	assert(__fsetlocking(stdout, FSETLOCKING_QUERY) != 0);
	_flushlbf();
	return 0;
}
