// true
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <locale.h>
int main(void)
{
	assert(newlocale(1 << 20, "C", 0) == 0 && errno == EINVAL);
	return 0;
}
