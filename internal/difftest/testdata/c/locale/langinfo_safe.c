// true
#include <assert.h>
#include <langinfo.h>
#include <string.h>
int main(void)
{
	assert(strcmp(nl_langinfo(DAY_2), "Monday") == 0);
	assert(strcmp(nl_langinfo(RADIXCHAR), ".") == 0);
	return 0;
}
