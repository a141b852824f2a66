// true
#include <assert.h>
#include <libgen.h>
#include <string.h>
int main(void)
{
	char a[] = "/usr/lib/", b[] = "file", c[] = "/";
	assert(strcmp(dirname(a), "/usr") == 0);
	assert(strcmp(dirname(b), ".") == 0 && strcmp(dirname(c), "/") == 0);
	return 0;
}
