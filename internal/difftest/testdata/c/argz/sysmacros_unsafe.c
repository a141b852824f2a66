// false
#define _GNU_SOURCE
#include <assert.h>
#include <sys/types.h>
#include <sys/sysmacros.h>
int main(void)
{
	dev_t d = makedev(8, 1);
	assert(major(d) == 8 && minor(d) == 8);
	return 0;
}
