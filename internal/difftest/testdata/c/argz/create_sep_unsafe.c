// false
#define _GNU_SOURCE
#include <argz.h>
#include <assert.h>
#include <string.h>
int main(void)
{
	char *z, *e = 0;
	size_t n;
	int total = 0;
	assert(argz_create_sep("a:bc::def", ':', &z, &n) == 0);
	while ((e = argz_next(z, n, e)))
		total += strlen(e);
	assert(argz_count(z, n) == 3 && total == 7);
	return 0;
}
