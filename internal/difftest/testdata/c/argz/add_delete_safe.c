// true
#define _GNU_SOURCE
#include <argz.h>
#include <assert.h>
#include <string.h>
int main(void)
{
	char *z = 0;
	size_t n = 0;
	argz_add(&z, &n, "one");
	argz_add(&z, &n, "two");
	argz_insert(&z, &n, z, "zero");
	assert(n == 13 && strcmp(z, "zero") == 0);
	argz_delete(&z, &n, z);
	argz_stringify(z, n, '+');
	assert(strcmp(z, "one+two") == 0);
	return 0;
}
