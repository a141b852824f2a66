// true --32
/* The writes of a function whose result has another type. */
#include <assert.h>
int memset();
int main(void)
{
	char a[2] = {1, 1};
	char *p = (char *)memset(a, 5, sizeof a);
	assert(a[1] == 5);
	return 0;
}
