// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	void *p = NULL;
	assert(posix_memalign(&p, 3, 8) == EINVAL && p == NULL);
	assert(posix_memalign(&p, 64, 8) == 0 && p != NULL);
	return 0;
}
